// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The texts of the store's codes: every code of `SKError`.
package enum StoreErrorText {
    /// The numbers and their texts in English and Simplified Chinese.
    package static let texts: [Int: (english: String, chinese: String)] = [
        0: ("The App Store reported an unknown error.", "App Store 返回未知错误"),
        1: ("This app may not make purchases with this account.", "当前账户无法在此应用中购买"),
        2: ("You canceled the payment.", "用户取消了付款请求"),
        3: ("The payment request is not valid.", "付款请求无效"),
        4: ("Payments are not allowed on this device.", "此设备不允许付款"),
        5: ("The product is not available in your region.", "该商品在当前地区不可用"),
        6: ("Access to the cloud service was not allowed.", "未允许访问云服务"),
        7: ("The network connection failed.", "网络连接失败"),
        8: ("The permission to use the cloud service was withdrawn.", "云服务使用权限已被撤销"),
        9: ("Please accept Apple's privacy notice first.", "请先同意 Apple 的隐私声明"),
        10: ("The app is not authorized to make this request.", "应用未获得此请求的授权"),
        11: ("The offer does not exist.", "优惠标识无效"),
        12: ("The offer's signature is not valid.", "优惠签名无效"),
        13: ("The offer is incomplete.", "优惠缺少必要参数"),
        14: ("The offer's price is not valid any more.", "优惠价格已失效"),
        15: ("The overlay was closed.", "已取消弹层"),
        16: ("The overlay is not set up correctly.", "弹层配置无效"),
        17: ("The overlay took too long.", "弹层加载超时"),
        18: ("You are not eligible for this offer.", "您不符合此优惠的条件"),
        19: ("This is not supported on this device.", "当前平台不支持此操作"),
        20: ("The overlay was shown in the background.", "弹层无法在后台场景中显示"),
    ]

    /// The text of a code.
    package static func text(of code: Int, in language: PurserLanguage) -> String {
        let texts = texts[code] ?? texts[0] ?? ("", "")
        return language.choose(texts.english, texts.chinese)
    }
}
