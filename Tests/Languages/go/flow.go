// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Buys, verifies, checks webhooks and refunds with the generated Go client.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"purser.test/languages/purser"
)

const (
	customer = "customer-of-go"
	product  = "coffee.grinder"
	trace    = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
)

type delivery struct {
	headers http.Header
	body    []byte
}

var deliveries = make(chan delivery, 1000)

func require(holds bool, what string) {
	if !holds {
		log.Fatalf("failed: %s", what)
	}
}

func must[T any](value T, response *http.Response, err error) T {
	if err != nil {
		if problem, ok := err.(*purser.GenericOpenAPIError); ok {
			log.Fatalf("%v: %s", err, problem.Body())
		}
		log.Fatal(err)
	}
	return value
}

// await returns the next delivery of this type about the customer.
func await(kind string) delivery {
	end := time.After(time.Minute)
	for {
		select {
		case next := <-deliveries:
			var event struct{ Type, Customer string }
			require(json.Unmarshal(next.body, &event) == nil, "the event is JSON")
			if event.Type == kind && event.Customer == customer {
				return next
			}
		case <-end:
			log.Fatalf("no %s arrived", kind)
		}
	}
}

func control(path string, body map[string]any) map[string]any {
	text, err := json.Marshal(body)
	require(err == nil, "the control is JSON")
	response, err := http.Post(os.Getenv("PURSER_CONTROLS")+path, "application/json", bytes.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	require(err == nil && response.StatusCode < 300, path+": "+string(answer))
	var value map[string]any
	if len(answer) > 0 {
		require(json.Unmarshal(answer, &value) == nil, "the answer is JSON")
	}
	return value
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go http.Serve(listener, http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			writer.WriteHeader(http.StatusBadRequest)
			return
		}
		deliveries <- delivery{request.Header, body}
		writer.WriteHeader(http.StatusNoContent)
	}))

	configuration := purser.NewConfiguration()
	configuration.Servers = purser.ServerConfigurations{{URL: os.Getenv("PURSER_SERVER")}}
	client := purser.NewAPIClient(configuration)
	app := context.WithValue(context.Background(), purser.ContextAccessToken, os.Getenv("PURSER_PUBLISHABLE_KEY"))
	backend := context.WithValue(context.Background(), purser.ContextAccessToken, os.Getenv("PURSER_SECRET_KEY"))

	hook := purser.NewWebhookEndpointRequest()
	hook.SetUrl(fmt.Sprintf("http://%s/hook", listener.Addr()))
	endpoint := must(client.EventsAndWebhooksAPI.CreateWebhookEndpoint(backend).WebhookEndpointRequest(*hook).Execute())
	secret := endpoint.GetSecret()

	request := purser.NewOrderRequest(product)
	request.SetCustomer(customer)
	order := must(client.OrdersAPI.CreateOrder(app).OrderRequest(*request).IdempotencyKey("tap-1").Traceparent(trace).
		Execute())
	require(order.GetState() == "created", "the order is created")
	paid := control("/purchases", map[string]any{
		"customer": customer, "product": product, "appAccountToken": order.GetAppAccountToken(),
	})
	proof := purser.NewPurchaseRequest()
	proof.SetOrder(order.GetId())
	proof.SetSignedTransaction(paid["signedTransactionInfo"].(string))
	purchase := must(client.PurchasesAPI.VerifyPurchase(app).PurchaseRequest(*proof).Execute())
	require(purchase.GetState() == "delivered", "the purchase is delivered")
	require(len(purchase.Entitlements) == 1 && purchase.Entitlements[0].GetIsActive(), "one active entitlement")

	delivered := await("order.delivered")
	seconds, err := strconv.ParseInt(delivered.headers.Get("webhook-timestamp"), 10, 64)
	require(err == nil, "a timestamp")
	sent := time.Unix(seconds, 0)
	other := "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	require(IsGenuine(delivered.headers, delivered.body, []string{secret}, time.Now()), "a genuine webhook")
	require(IsGenuine(delivered.headers, delivered.body, []string{secret}, sent.Add(299*time.Second)), "a slow delivery")
	require(!IsGenuine(delivered.headers, append(delivered.body, ' '), []string{secret}, sent), "a changed body")
	require(!IsGenuine(delivered.headers, delivered.body, []string{other}, sent), "another secret")
	require(!IsGenuine(delivered.headers, delivered.body, []string{secret}, sent.Add(301*time.Second)), "an old timestamp")
	require(!IsGenuine(delivered.headers, delivered.body, []string{secret}, sent.Add(-301*time.Second)), "a future timestamp")
	changed := delivered.headers.Clone()
	changed.Set("webhook-id", "evt_other")
	require(!IsGenuine(changed, delivered.body, []string{secret}, sent), "another event")
	require(delivered.headers.Get("traceparent") == trace, "the order's trace")

	rotated := must(client.EventsAndWebhooksAPI.RotateWebhookEndpointSecret(backend, endpoint.GetId()).Execute()).GetSecret()
	require(rotated != secret, "a new secret")
	control("/transactions/"+paid["transactionId"].(string)+"/refund", map[string]any{"reason": 1})
	control("/clock/run-due", map[string]any{})
	refunded := await("order.refunded")
	require(IsGenuine(refunded.headers, refunded.body, []string{secret}, time.Now()), "the former secret")
	require(IsGenuine(refunded.headers, refunded.body, []string{rotated}, time.Now()), "the new secret")
	require(IsGenuine(refunded.headers, refunded.body, []string{other, rotated}, time.Now()), "one of several secrets")

	found := must(client.CustomersAPI.GetEntitlements(backend, customer).Execute()).Entitlements
	require(len(found) == 1 && !found[0].GetIsActive() && found[0].GetRule() == "refunded", "the entitlement ended")
	require(must(client.OrdersAPI.GetOrder(backend, order.GetId()).Execute()).GetState() == "refunded", "a refunded order")
	response, err := client.EventsAndWebhooksAPI.DeleteWebhookEndpoint(backend, endpoint.GetId()).Execute()
	require(err == nil && response.StatusCode == http.StatusNoContent, "the endpoint is deleted")
	fmt.Println("go: order, payment, verification, webhooks and refund passed")
}
