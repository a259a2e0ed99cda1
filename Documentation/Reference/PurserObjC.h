// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors
// Written by Scripts/objc-header.


SWIFT_CLASS_NAMED("IAPReceiptParams")
@interface PurserIAPReceiptParams : NSObject
@property (nonatomic, readonly, copy) NSString * _Nonnull receipt;
@property (nonatomic, readonly, copy) NSString * _Nonnull transactionId;
@property (nonatomic, readonly, copy) NSString * _Nonnull productId;
@property (nonatomic, readonly, copy) NSString * _Nonnull description;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

SWIFT_ENUM_FWD_DECL(NSInteger, PurserIAPTransactionError)
@class NSError;
@class SKPaymentTransaction;
SWIFT_CLASS_NAMED("IAPTool")
@interface PurserIAPTool : NSObject
@property (nonatomic, copy) void (^ _Nullable failureBlock)(enum PurserIAPTransactionError, NSString * _Nonnull);
@property (nonatomic, copy) void (^ _Nullable errorBlock)(NSError * _Nonnull);
@property (nonatomic, copy) void (^ _Nullable verifyTransactionReceiptHandler)(PurserIAPReceiptParams * _Nonnull, SKPaymentTransaction * _Nonnull);
@property (nonatomic, copy) void (^ _Nullable verifyKeychainReceiptHandler)(PurserIAPReceiptParams * _Nonnull);
+ (PurserIAPTool * _Nonnull)shareInstance;
- (void)nt_addIAPObserver;
- (void)nt_buyWithProductId:(NSString * _Nonnull)productId hudHandler:(void (^ _Nullable)(void))hudHandler;
- (void)nt_restoreWithHUDHandler:(void (^ _Nullable)(void))withHUDHandler completedTransactionsHUDHandler:(void (^ _Nullable)(void))completedTransactionsHUDHandler;
- (BOOL)nt_hasKeychainReceipt;
- (void)nt_verifyKeychainReceiptHUDHandler:(void (^ _Nullable)(void))hudHandler;
- (void)nt_deleteKeychainReceipt;
- (void)nt_finishTransaction:(SKPaymentTransaction * _Nonnull)transaction;
- (void)nt_openSubscriptions;
- (BOOL)nt_getIsSandbox;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

typedef SWIFT_ENUM_NAMED(NSInteger, PurserIAPTransactionError, "IAPTransactionError", closed) {
  PurserIAPTransactionErrorUnknown = 0,
  PurserIAPTransactionErrorProductIdEmpty = 1,
  PurserIAPTransactionErrorCannotMakePayments = 2,
  PurserIAPTransactionErrorTransactionNotFinished = 3,
  PurserIAPTransactionErrorGetProductFailed = 4,
  PurserIAPTransactionErrorTransactionsEmpty = 5,
  PurserIAPTransactionErrorTransactionFailed = 6,
  PurserIAPTransactionErrorRestoreTransactionFailed = 7,
};

SWIFT_ENUM_FWD_DECL(NSInteger, PurserPurchaseStatus)
SWIFT_CLASS_NAMED("InpurchaseManager")
@interface PurserInpurchaseManager : NSObject
@property (nonatomic, copy) NSString * _Nonnull productPrefix;
@property (nonatomic, copy) NSDictionary * _Nonnull appNames;
+ (PurserInpurchaseManager * _Nonnull)shareInstance;
- (BOOL)canMakePayments;
- (void)payWithPruductId:(NSString * _Nonnull)productId orderId:(NSString * _Nonnull)orderId cloudToken:(NSString * _Nonnull)cloudToken infoCallBack:(void (^ _Nullable)(enum PurserPurchaseStatus))infoCallBack;
- (void)checkOrderStatus;
- (NSString * _Nonnull)appNameFromBundleId:(NSString * _Nonnull)bundleId;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

typedef SWIFT_ENUM_NAMED(NSInteger, PurserPurchaseStatus, "PurchaseStatus", closed) {
  PurserPurchaseStatusSuccess = 0,
  PurserPurchaseStatusFailed = 1,
  PurserPurchaseStatusNeedAuthor = 2,
  PurserPurchaseStatusGetProductFailed = 3,
};

SWIFT_CLASS_NAMED("PurserSetup")
@interface PurserSetup : NSObject
+ (void)startWithServer:(NSURL * _Nonnull)server key:(NSString * _Nonnull)key customer:(NSString * _Nullable)customer;
+ (void)startWithReceiptURL:(NSURL * _Nonnull)receiptURL reportURL:(NSURL * _Nullable)reportURL;
+ (void)startWithPostPayURL:(NSURL * _Nonnull)postPayURL;
+ (void)signIn:(NSString * _Nonnull)customer completion:(void (^ _Nullable)(void))completion;
+ (void)signOutWithCompletion:(void (^ _Nullable)(void))completion;
+ (void)isEntitledTo:(NSString * _Nonnull)entitlement completion:(void (^ _Nonnull)(BOOL))completion;
@end

