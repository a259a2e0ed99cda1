// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console

/// What the pages of charts say, in both languages.
extension PageContext {
    func name(of chart: ConsoleChart) -> String {
        switch chart {
        case .revenue: self("Revenue", "收入")
        case .proceeds: self("Proceeds, tax and commission", "所得、税费与佣金")
        case .mrr: self("Monthly recurring revenue", "月度经常性收入（MRR）")
        case .mrrMovement: self("MRR movement", "MRR 变动")
        case .arr: self("Annual recurring revenue", "年度经常性收入（ARR）")
        case .committedRevenue: self("Committed revenue", "承诺收入")
        case .refunds: self("Refunds", "退款")
        case .refundRate: self("Refund rate", "退款率")
        case .revenuePerPayer: self("Revenue per paying customer", "每付费用户收入")
        case .payments: self("Payments", "付款次数")
        case .active: self("Active subscriptions", "有效订阅")
        case .movement: self("Subscriptions movement", "订阅变动")
        case .new: self("New subscriptions", "新订阅")
        case .churn: self("Churn", "流失率")
        case .revenueChurn: self("Revenue churn", "收入流失率")
        case .seats: self("Seats", "席位")
        case .trials: self("Active trials", "进行中的试用")
        case .newTrials: self("New trials", "新试用")
        case .trialConversion: self("Trial conversion", "试用转化")
        }
    }

    func definition(of chart: ConsoleChart) -> String {
        switch chart {
        case .revenue: self("payments less refunds, by the day of the transaction", "付款减退款，按交易日计")
        case .proceeds: self("revenue taken apart by the rates of the day of the payment", "按付款当日的税率与佣金拆分收入")
        case .mrr: self("price of each paid period in service ÷ its months", "每个有效付费周期的价格 ÷ 周期月数")
        case .mrrMovement: self("what changed MRR; the parts add up to its difference", "引起 MRR 变化的各部分，合计等于其差额")
        case .arr: self("12 × MRR at the end of the bucket", "期末 MRR × 12")
        case .committedRevenue: self("agreed payments of months to come, at the end of the bucket", "期末已承诺的未来月付款")
        case .refunds: self("what went back, by the day of the refund", "按退款日计的退款金额")
        case .refundRate: self("refunds ÷ payments, both of the bucket", "同期退款次数 ÷ 付款次数")
        case .revenuePerPayer: self("revenue ÷ customers who paid in the bucket", "收入 ÷ 期内付费用户数")
        case .payments: self("payments above zero", "金额大于零的付款")
        case .active:
            self("paid or in a trial at the end; grace period and billing retry not counted", "期末付费或试用中；不含宽限期与扣款重试")
        case .movement:
            self("new + reactivated − churned = the difference of active subscriptions", "新增 + 回归 − 流失 = 有效订阅之差")
        case .new: self("active, and never before", "有效且此前从未有过")
        case .churn: self("churned in the bucket ÷ active at its start", "期内流失 ÷ 期初有效")
        case .revenueChurn: self("MRR churned in the bucket ÷ MRR at its start", "期内流失的 MRR ÷ 期初 MRR")
        case .seats: self("people who may use the group subscriptions in service", "有效团体订阅的可用人数")
        case .trials: self("free trials in service at the end of the bucket", "期末进行中的免费试用")
        case .newTrials: self("free trials that began", "开始的免费试用")
        case .trialConversion: self("by the day the trial began: converted ÷ ended", "按试用开始日：转化 ÷ 已结束")
        }
    }

    func name(of group: ConsoleChart.Group) -> String {
        switch group {
        case .revenue: self("Revenue", "收入")
        case .subscriptions: self("Subscriptions", "订阅")
        case .trials: self("Trials", "试用")
        }
    }

    func name(of resolution: ChartResolution) -> String {
        switch resolution {
        case .day: self("Day", "日")
        case .week: self("Week", "周")
        case .month: self("Month", "月")
        case .quarter: self("Quarter", "季")
        case .year: self("Year", "年")
        }
    }

    func name(of preset: ChartQuery.Preset) -> String {
        switch preset {
        case .week: self("Last 7 days", "最近 7 天")
        case .month: self("Last 28 days", "最近 28 天")
        case .quarter: self("Last 90 days", "最近 90 天")
        case .year: self("Last 12 months", "最近 12 个月")
        case .monthToDate: self("Month to date", "本月至今")
        case .yearToDate: self("Year to date", "今年至今")
        case .all: self("Last 3 years", "最近 3 年")
        }
    }

    func name(of comparison: ChartQuery.Comparison) -> String {
        switch comparison {
        case .none: self("No comparison", "不比较")
        case .previous: self("vs. previous period", "与上一期比较")
        case .year: self("vs. last year", "与去年同期比较")
        }
    }

    func name(of segment: ChartRow.Dimension?) -> String {
        switch segment {
        case .product: self("By product", "按商品")
        case .storefront: self("By storefront", "按店面")
        case .offer: self("By offer", "按优惠")
        case .store: self("By store", "按商店")
        case .day, nil: self("Not segmented", "不拆分")
        }
    }

    func column(_ segment: ChartRow.Dimension?) -> String {
        switch segment {
        case .storefront: self("Storefront", "店面")
        case .offer: self("Offer", "优惠")
        case .store: self("Store", "商店")
        default: self("Product", "商品")
        }
    }

    func name(of kind: ChartResult.Line.Kind, in chart: ConsoleChart) -> String {
        switch kind {
        case .whole: name(of: chart)
        case .segment(""): self("None", "无")
        case .segment(let name): name
        case .other: self("Other", "其他")
        case .part(let measure): name(of: measure)
        case .net: self("Net", "净额")
        }
    }

    func name(of measure: ChartMeasure) -> String {
        switch measure {
        case .proceeds: self("Proceeds", "所得")
        case .tax: self("Tax", "税费")
        case .commission: self("Commission", "佣金")
        case .new, .monthlyRevenueNew: self("New", "新增")
        case .reactivated, .monthlyRevenueReactivated: self("Reactivated", "回归")
        case .monthlyRevenueExpansion: self("Expansion", "扩张")
        case .monthlyRevenueContraction: self("Contraction", "收缩")
        case .churned, .monthlyRevenueChurned: self("Churned", "流失")
        case .payments: self("Payments", "付款次数")
        case .refunds: self("Refunds", "退款次数")
        case .active: self("Active subscriptions", "有效订阅")
        case .monthlyRevenue: "MRR"
        case .revenue: self("Revenue", "收入")
        case .refunded: self("Refunded", "退款金额")
        case .committedRevenue: self("Committed revenue", "承诺收入")
        case .seats: self("Seats", "席位")
        case .activeTrial: self("Active trials", "进行中的试用")
        case .activePaid: self("Paid subscriptions", "付费订阅")
        case .trialsStarted: self("Trials started", "开始的试用")
        case .trialConversions: self("Trial conversions", "试用转化")
        default: measure.rawValue
        }
    }

    /// A number as people read it.
    func text(_ number: ChartNumber) -> String {
        switch number {
        case .count(let sum): bound(sum) + self.number(Int(sum.value))
        case .money(let sum, let currency): bound(sum) + money(sum.value, currency.rawValue)
        case .share(let part, let whole):
            whole.value == 0 ? "–" : percent(Double(part.value) * 100 / Double(whole.value))
        case .mean(let sum, let count, let currency):
            count == 0 ? "–" : rounded(.money(BoundedSum(sum.value / Int64(count)), currency))
        }
    }

    /// A number as it stands for a whole chart: amounts with the decimals of their currency.
    func rounded(_ number: ChartNumber) -> String {
        guard case .money(let sum, let currency) = number else { return text(number) }
        return bound(sum) + rounded(sum.value, currency.rawValue)
    }

    /// What is before a number that is only the end of what can be counted.
    private func bound(_ sum: BoundedSum) -> String { sum.isClamped ? (sum.value < 0 ? "≤ " : "≥ ") : "" }

    /// A share of a hundred, with one decimal.
    func percent(_ value: Double, signed: Bool = false) -> String {
        guard value.isFinite else { return "–" }
        let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
        let sign = tenths < 0 ? "−" : signed && tenths > 0 ? "+" : ""
        return "\(sign)\(self.number(abs(tenths) / 10)).\(abs(tenths) % 10)%"
    }
}
