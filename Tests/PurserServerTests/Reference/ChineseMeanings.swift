// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The Chinese texts of the reference pages of error codes and events.
enum ChineseMeanings {
    /// The texts by error code.
    static let codes: [String: ErrorCodeMeanings.Meaning] = [
        "acknowledgment-required": ErrorCodeMeanings.Meaning(
            "此购买与用户已有的订阅冲突。",
            "询问用户，然后带上确认重新下单。"
        ),
        "already-a-member": ErrorCodeMeanings.Meaning(
            "用户已有此订阅的席位，或就是购买者。",
            "无需处理：用户已有权益。"
        ),
        "app-store-rejected": ErrorCodeMeanings.Meaning(
            "Apple 的服务器拒绝了请求。",
            "`detail` 中有 Apple 的错误。"
        ),
        "app-store-unavailable": ErrorCodeMeanings.Meaning(
            "Apple 的服务器没有响应。",
            "稍后重试。"
        ),
        "app-transaction-not-found": ErrorCodeMeanings.Meaning(
            "Apple 不认识请求中的 App 下载记录。",
            "发送该成员自己的 App 交易中的 `appTransactionId`。"
        ),
        "body-too-large": ErrorCodeMeanings.Meaning(
            "请求体超过 `maxBodyBytes`。",
            "减少内容，或提高限制。"
        ),
        "certificate-chain-invalid": ErrorCodeMeanings.Meaning(
            "文档的证书不能追溯到受信任的根证书。",
            "检查服务器信任 Apple 的根证书还是模拟器的（`/readyz`）。"
        ),
        "conversion-not-allowed": ErrorCodeMeanings.Meaning(
            "这些方案不能互相折算，或没有可折算的剩余。",
            "见 `detail`；规则见方案折算指南。"
        ),
        "customer-merged": ErrorCodeMeanings.Meaning(
            "没有账号的用户已经登录。",
            "使用该账号的令牌。"
        ),
        "customer-token-required": ErrorCodeMeanings.Meaning(
            "对这位用户，只有公开密钥不够。",
            "发送用户令牌，或由后端使用密钥。"
        ),
        "database-unavailable": ErrorCodeMeanings.Meaning(
            "数据库没有响应。",
            "重试；处理方法见手册的 `database-latency`。"
        ),
        "forbidden": ErrorCodeMeanings.Meaning(
            "密钥不能使用此操作，或不能用于此 App。",
            "由后端使用该 App 的密钥。"
        ),
        "header-fields-too-large": ErrorCodeMeanings.Meaning(
            "URL 和请求头过长。",
            "减少或缩短请求头。"
        ),
        "idempotency-conflict": ErrorCodeMeanings.Meaning(
            "幂等键已用于另一个请求。",
            "新订单使用新的键。"
        ),
        "insufficient-balance": ErrorCodeMeanings.Meaning(
            "用户的余额低于该金额。",
            "让用户购买更多。"
        ),
        "internal-error": ErrorCodeMeanings.Meaning(
            "Purser 的程序错误。",
            "重试，并用响应的 `X-Request-ID` 报告问题。"
        ),
        "invalid-parameter": ErrorCodeMeanings.Meaning(
            "参数、成员或请求头的值不被允许。",
            "改正 `detail` 指出的值。"
        ),
        "invitation-canceled": ErrorCodeMeanings.Meaning(
            "邀请已取消。",
            "请求另一份邀请。"
        ),
        "invitation-expired": ErrorCodeMeanings.Meaning(
            "邀请没有在期限内被接受。",
            "请求另一份邀请。"
        ),
        "invitation-used": ErrorCodeMeanings.Meaning(
            "邀请已被另一位成员接受。",
            "请求另一份邀请。"
        ),
        "malformed-body": ErrorCodeMeanings.Meaning(
            "请求体不是 JSON，或结构不符。",
            "改正请求体；`detail` 指出成员。"
        ),
        "malformed-document": ErrorCodeMeanings.Meaning(
            "签名文档或收据无法解析。",
            "按 StoreKit 返回的原样发送。"
        ),
        "no-seat-available": ErrorCodeMeanings.Meaning(
            "每个席位都已认领，或被未接受的邀请占用。",
            "释放席位、取消邀请，或增加席位。"
        ),
        "not-configured": ErrorCodeMeanings.Meaning(
            "请求需要的配置缺失，例如 App Store Connect 密钥。",
            "添加 `detail` 指出的密钥。"
        ),
        "not-found": ErrorCodeMeanings.Meaning(
            "资源不存在，或属于其他 App。",
            "检查路径和标识符。"
        ),
        "order-not-found": ErrorCodeMeanings.Meaning(
            "该 App 没有此标识符的订单。",
            "先创建订单，或改正标识符。"
        ),
        "overloaded": ErrorCodeMeanings.Meaning(
            "服务器正在处理的请求过多。",
            "等待 `Retry-After` 之后重试。"
        ),
        "statement-contradicts": ErrorCodeMeanings.Meaning(
            "对其他商店的这笔购买，之前的声明中不会改变的成员有不同的值。",
            "`detail` 指出该成员和两个值。请发送最初的值，或使用另一个 `id` 或 `transactionId`。"
        ),
        "owned-by-another-customer": ErrorCodeMeanings.Meaning(
            "购买属于另一位用户，并且 `restoreBehavior` 使其保持不变。",
            "请用户登录另一个账号，或转移购买。"
        ),
        "product-mismatch": ErrorCodeMeanings.Meaning(
            "交易的商品与订单不同。",
            "用它自己的订单验证，或不带订单。"
        ),
        "product-not-available": ErrorCodeMeanings.Meaning(
            "商品在目录中，但在此店面不销售。",
            "提供其他商品。"
        ),
        "quantity-mismatch": ErrorCodeMeanings.Meaning(
            "交易的数量与订单不同。",
            "创建数量正确的订单。"
        ),
        "receipt-empty": ErrorCodeMeanings.Meaning(
            "收据中没有购买。",
            "在 App 中刷新收据后重新发送。"
        ),
        "receipt-rejected": ErrorCodeMeanings.Meaning(
            "Apple 的 `verifyReceipt` 拒绝了收据。",
            "`detail` 中有 Apple 的状态码。"
        ),
        "request-timeout": ErrorCodeMeanings.Meaning(
            "请求没有及时完整到达。",
            "重新发送。"
        ),
        "sandbox-not-accepted": ErrorCodeMeanings.Meaning(
            "该 App 的 `sandboxPurchases` 不接受此沙盒购买。",
            "添加测试员，或修改设置。"
        ),
        "seats-not-managed": ErrorCodeMeanings.Meaning(
            "订阅不按席位销售，或由 App Store 邀请成员。",
            "通过 App Store 邀请，或以 App 的邀请方式销售席位。"
        ),
        "signature-invalid": ErrorCodeMeanings.Meaning(
            "文档的签名与内容不符。",
            "不要发货：文档是伪造的或已损坏。"
        ),
        "subscription-inactive": ErrorCodeMeanings.Meaning(
            "团体订阅目前没有权益。",
            "等待续期，或让购买者重新订阅。"
        ),
        "token-mismatch": ErrorCodeMeanings.Meaning(
            "交易的 `appAccountToken` 与订单或用户的不同。",
            "把订单的令牌传给 StoreKit。"
        ),
        "too-many-invitations": ErrorCodeMeanings.Meaning(
            "该购买的成员与邀请已达上限。",
            "取消未接受的邀请。"
        ),
        "too-many-requests": ErrorCodeMeanings.Meaning(
            "密钥或地址发送的请求超过 `requestsPerSecond` 和 `requestBurst`。",
            "等待 `Retry-After` 之后重试。"
        ),
        "transaction-already-used": ErrorCodeMeanings.Meaning(
            "另一个订单已为此交易发货。",
            "完成交易，不要再次发货。"
        ),
        "transaction-mismatch": ErrorCodeMeanings.Meaning(
            "交易不是请求中的那一笔。",
            "发送此交易的标识符。"
        ),
        "transaction-revoked": ErrorCodeMeanings.Meaning(
            "Apple 已退款或撤销此交易。",
            "不要发货，完成交易。"
        ),
        "unauthenticated": ErrorCodeMeanings.Meaning(
            "密钥或令牌缺失、未知、已吊销或已过期。",
            "用 `Authorization: Bearer …` 发送有效的密钥。"
        ),
        "unknown-consent-subject": ErrorCodeMeanings.Meaning(
            "路径中的同意事项未知。",
            "使用同意指南中的事项。"
        ),
        "unknown-product": ErrorCodeMeanings.Meaning(
            "目录中没有此标识符的商品。",
            "导入目录，或改正标识符。"
        ),
        "used-by-another-app": ErrorCodeMeanings.Meaning(
            "此变更会影响另一个 App 的用户。",
            "使用那个 App 的密钥。"
        ),
        "wrong-app-apple-id": ErrorCodeMeanings.Meaning(
            "文档指向 App Store 中的另一个 App。",
            "检查配置中的 `appAppleID`。"
        ),
        "wrong-bundle-id": ErrorCodeMeanings.Meaning(
            "文档属于另一个 App。",
            "检查配置中的 `bundleID`。"
        ),
        "wrong-environment": ErrorCodeMeanings.Meaning(
            "文档来自此操作不接受的环境。",
            "使用文档所属环境的地址。"
        ),
        "wrong-item-id": ErrorCodeMeanings.Meaning(
            "文档中的 App Store 商品编号与目录不同。",
            "改正目录中的编号。"
        ),
    ]

    /// The texts by event type.
    static let events: [String: String] = [
        "test": "你请求的测试投递。",
        "order.delivered": "订单已付款并发货。请给予用户所购内容。",
        "order.refunded": "Apple 为已发货的订单退款。",
        "order.revoked": "已发货的订单失去了购买，例如家人共享结束。",
        "order.reinstated": "Apple 撤回了订单的退款，用户重新拥有此购买。",
        "order.payment_differs": "付款与订单不同，例如店面或价格。",
        "order.expired": "订单没有及时付款。迟到的付款仍会发货。",
        "subscription.started": "用户的首个订阅时段开始。",
        "subscription.renewed": "订阅续期。",
        "subscription.billing_recovered": "失败的续期在宽限期或账单重试期内付款成功。",
        "subscription.resubscribed": "订阅过期之后，用户重新订阅。",
        "subscription.upgraded": "用户升级到更高等级，立即生效。",
        "subscription.plan_change_scheduled": "用户选择从下次续期起使用另一个方案。",
        "subscription.plan_change_canceled": "用户取消了待生效的方案变更。",
        "subscription.auto_renew_disabled": "用户关闭了自动续期。",
        "subscription.auto_renew_enabled": "用户打开了自动续期。",
        "subscription.billing_failed": "续期扣款失败。`access` 表示宽限期是否保留权益。",
        "subscription.grace_period_expired": "宽限期结束，没有付款。",
        "subscription.expired": "订阅结束。`reason` 给出原因。",
        "subscription.renewal_extended": "续期日期已延后。",
        "subscription.renewal_extension_failed": "续期日期未能延后。",
        "subscription.renewal_extension_completed": "续期日期的批量延后已完成。",
        "subscription.price_increase_pending": "涨价等待用户同意。",
        "subscription.price_increase_accepted": "用户同意了涨价。",
        "subscription.seats_added": "团体订阅增加了席位。",
        "subscription.seats_refunded": "Apple 为团体订阅的席位退款。",
        "subscription.seat_change_scheduled": "团体订阅从下次续期起改变席位数。",
        "seat.claimed": "受邀成员得到了团体订阅的席位。",
        "seat.released": "成员的席位结束。`reason` 给出原因。",
        "seat.claim_failed": "Apple 最终拒绝了成员的认领，或一天没有答复。邀请重新开放。",
        "seat.claim_detected": "Apple 有一次不是由邀请产生的席位认领。",
        "subscription.offer_redeemed": "用户兑换了优惠。",
        "purchase.completed": "一次性购买已验证。",
        "purchase.refunded": "Apple 为购买退款。",
        "purchase.revoked": "购买被撤销，例如家人共享结束。",
        "refund.declined": "Apple 拒绝了退款请求。",
        "refund.reversed": "Apple 撤回了退款。",
        "refund.requested": "用户向 Apple 申请退款，Apple 请求消耗信息。",
        "refund.unconfirmed": "V1 通知报告了退款，Apple 的 API 尚未确认。",
        "entitlement.granted": "用户得到权益。",
        "entitlement.updated": "权益的到期日期改变。",
        "entitlement.ended": "用户失去权益。",
        "entitlement.ending": "提醒：权益即将结束。",
        "subscription.renewal_upcoming": "提醒：订阅即将续期。",
        "plan.converted": "方案的剩余时间已折算为另一个方案。",
        "purchase.transferred": "购买转给了另一位用户。",
        "customer.merged": "没有账号的用户已登录。`previousCustomer` 的一切现在归此用户。",
        "customer.consent_rescinded": "用户或家长撤回了同意。",
        "conflict.detected": "用户有两笔互相重复的购买。",
        "fraud.signal_detected": "客服应当查看的情况，例如退款之后欠款。",
        "catalog.warning": "App Store 或文档与商品目录矛盾。",
        "external_purchase.token_created": "App Store 之外的购买必须上报 Apple。",
        "apple.notification_received": "在 Purser 中没有作用的通知，或类型未知。",
    ]
}
