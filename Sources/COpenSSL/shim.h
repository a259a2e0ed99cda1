// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#pragma once

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// BIO_get_mem_data is a macro over BIO_ctrl with a cast.
static inline long copenssl_BIO_get_mem_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }

// EVP_EC_gen and EVP_RSA_gen are macros over a variadic function.
static inline EVP_PKEY *copenssl_EC_generate(const char *curve) { return EVP_EC_gen(curve); }
static inline EVP_PKEY *copenssl_RSA_generate(unsigned int bits) { return EVP_RSA_gen(bits); }

// A PEM file with a password is refused, never asked about on the terminal.
static inline int copenssl_no_password(char *buffer, int size, int writing, void *context) {
    (void)buffer;
    (void)size;
    (void)writing;
    (void)context;
    return -1;
}
static inline EVP_PKEY *copenssl_PEM_read_private_key(BIO *bio) {
    return PEM_read_bio_PrivateKey(bio, NULL, copenssl_no_password, NULL);
}
static inline EVP_PKEY *copenssl_PEM_read_public_key(BIO *bio) {
    return PEM_read_bio_PUBKEY(bio, NULL, copenssl_no_password, NULL);
}
static inline X509 *copenssl_PEM_read_certificate(BIO *bio) {
    return PEM_read_bio_X509(bio, NULL, copenssl_no_password, NULL);
}

// sk_X509_* are macros over the generic stack.
static inline STACK_OF(X509) *copenssl_X509_stack_new(void) { return sk_X509_new_null(); }
static inline int copenssl_X509_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}
static inline int copenssl_X509_stack_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *copenssl_X509_stack_value(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}
// Frees the stack and leaves the certificates to their owners.
static inline void copenssl_X509_stack_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }
static inline void copenssl_X509_stack_free_all(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

// The stack of signers is a macro over the generic stack, too.
static inline int copenssl_CMS_signer_count(CMS_ContentInfo *message) {
    STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(message);
    return signers == NULL ? 0 : sk_CMS_SignerInfo_num(signers);
}
static inline CMS_SignerInfo *copenssl_CMS_first_signer(CMS_ContentInfo *message) {
    return sk_CMS_SignerInfo_value(CMS_get0_SignerInfos(message), 0);
}

// The numbers of the digest and of the signature algorithm of a message's signer.
static inline int copenssl_CMS_digest_number(CMS_SignerInfo *signer) {
    X509_ALGOR *digest = NULL;
    CMS_SignerInfo_get0_algs(signer, NULL, NULL, &digest, NULL);
    return digest == NULL ? NID_undef : OBJ_obj2nid(digest->algorithm);
}

// ASN1_GENERALIZEDTIME and ASN1_TIME are one structure under two names.
static inline int copenssl_generalized_time_to_tm(const ASN1_GENERALIZEDTIME *time, struct tm *parts) {
    return time == NULL ? 0 : ASN1_TIME_to_tm(time, parts);
}
