// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

/// The page's texts, English and Chinese.
enum PageWords {
    static let text = #"""
        "use strict";
        // Every text of the page in both languages.
        const WORDS = {
          title: ["App Store simulator", "App Store 模拟器"],
          clock: ["Clock", "时钟"],
          hour: ["+1 hour", "+1 小时"],
          day: ["+1 day", "+1 天"],
          week: ["+1 week", "+1 周"],
          month: ["+1 month", "+1 个月"],
          customers: ["Customers", "顾客"],
          name: ["New customer's name", "新顾客的名字"],
          add: ["Add", "添加"],
          nobody: ["Choose a customer on the left, or add the first one.", "请在左侧选择一位顾客，或添加第一位。"],
          account: ["Account", "账户"],
          shop: ["Buy", "购买"],
          buy: ["Buy", "购买"],
          subscriptions: ["Subscriptions", "订阅"],
          none: ["None yet.", "暂无。"],
          timeline: ["Time line", "时间线"],
          transactions: ["Transactions", "交易"],
          notifications: ["Notifications sent", "已发送的通知"],
          url: ["https://your-server/apple/notifications", "https://你的服务器/apple/notifications"],
          save: ["Save", "保存"],
          saved: ["Saved.", "已保存。"],
          payment: ["Card works", "支付正常"],
          payment_fails: ["Card fails", "支付失败"],
          ask: ["Asks to buy", "需家长批准"],
          interrupt: ["Interrupts purchases", "购买会被打断"],
          renew_off: ["Turn renewal off", "关闭续订"],
          renew_on: ["Turn renewal on", "开启续订"],
          renew_now: ["Renew now", "立即续订"],
          expire_now: ["Expire now", "立即到期"],
          until: ["until", "有效期至"],
          renews: ["renews", "将续订"],
          renews_not: ["does not renew", "不再续订"],
          state_1: ["active", "有效"],
          state_2: ["expired", "已过期"],
          state_3: ["billing retry", "扣款重试"],
          state_4: ["grace period", "宽限期"],
          state_5: ["revoked", "已撤销"],
          product: ["Product", "商品"],
          bought: ["Bought", "购买时间"],
          ends: ["Ends", "到期时间"],
          price: ["Price", "价格"],
          refund: ["Refund", "退款"],
          request: ["Ask for refund", "申请退款"],
          reverse: ["Reverse refund", "撤销退款"],
          refunded: ["refunded", "已退款"],
          approve: ["Approve", "批准"],
          decline: ["Decline", "拒绝"],
          waits: ["waits", "等待中"],
          unsent: ["not sent", "未发送"],
          Production: ["Production", "正式环境"],
          Sandbox: ["Sandbox", "沙盒环境"],
          happened: ["sent meanwhile:", "期间发送："],
          nothing: ["Nothing happened meanwhile.", "期间没有发生任何事。"],
          language: ["中文", "English"],
        };

        """#
}
