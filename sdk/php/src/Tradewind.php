<?php

declare(strict_types=1);

namespace Tradewind;

/** Requests payments, verifies results and webhooks, and reads and refunds transactions of one account. */
final class Tradewind
{
    private const CREDENTIAL_LENGTH_MAX = 4096;

    private readonly string $baseUrl;
    private readonly Transport $transport;
    /** @var list<string> */
    private readonly array $keyHeader;
    /** @var list<string> */
    private readonly array $credential;

    /**
     * Give either an API key or an access token. During a rotation, give the new and then the old hash key, signing
     * secret or webhook secret. The first signing secret signs your requests.
     *
     * @param string $origin the address of the service, without a path
     * @param list<string> $hashKeys
     * @param list<string> $signingSecrets
     * @param list<string> $webhookSecrets
     */
    public function __construct(
        string $origin,
        private readonly string $accountNumber,
        private readonly string $environment,
        ?string $apiKey = null,
        ?string $accessToken = null,
        private readonly array $hashKeys = [],
        private readonly array $signingSecrets = [],
        private readonly array $webhookSecrets = [],
        float $timeoutSeconds = 15,
        int $retries = 3,
        float $retryWaitSeconds = 0.5,
        float $retryAfterSecondsMax = 30,
    ) {
        if ($apiKey && $accessToken) {
            throw new InputException('accessToken', 'must not be given beside apiKey.');
        }
        $this->baseUrl = Text::checkOrigin($origin);
        $this->transport = new Transport($timeoutSeconds, $retries, $retryWaitSeconds, $retryAfterSecondsMax);
        $headerOf = static fn (string $start, string $field, ?string $value): ?array => $value === null
            ? null
            : [$start . Text::checkAscii($field, $value, self::CREDENTIAL_LENGTH_MAX)];
        $this->keyHeader = $headerOf('X-SVC-Key: ', 'apiKey', $apiKey) ?? [];
        $this->credential = $headerOf('Authorization: Bearer ', 'accessToken', $accessToken) ?? $this->keyHeader;
    }

    /**
     * The complete fields of a payment request, signed with your first signing secret if you gave one.
     *
     * @param array<string, mixed> $payment
     * @return array<string, string>
     */
    public function buildPaymentRequest(array $payment): array
    {
        $own = ['account_number' => $this->accountNumber, 'environment' => $this->environment];
        return PaymentRequest::build($own + $payment, $this->signingSecrets[0] ?? null);
    }

    /**
     * Sends fields of buildPaymentRequest. To repeat a request, send the same fields with the same key.
     *
     * @param array<string, string> $fields
     * @return array{url: string, message: string, transaction_id: string}
     */
    public function sendPaymentRequest(array $fields, ?string $idempotencyKey = null): array
    {
        $url = "$this->baseUrl/plugins/payments/request";
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        return $this->transport->send('POST', $url, 'url', $this->keyHeader, $fields, $key);
    }

    /**
     * Store transaction_id with the order, then send the customer to url. This is not a payment yet.
     *
     * @param array<string, mixed> $payment
     * @return array{url: string, message: string, transaction_id: string}
     */
    public function requestPayment(array $payment): array
    {
        return $this->sendPaymentRequest($this->buildPaymentRequest($payment));
    }

    /**
     * Verifies the result at your response_url, or throws a RedirectException. The order is paid if isPaid is true.
     *
     * @param string|array<string, mixed> $query $_SERVER['QUERY_STRING'] or $_GET
     */
    public function verifyRedirect(string|array $query, ?Order $order): RedirectResult
    {
        return Redirect::verify($query, $order, $this->hashKeys, $this->signingSecrets);
    }

    /**
     * Verifies a webhook by its raw body, or throws a WebhookException. Handle each id of an event once.
     *
     * @param array<string, mixed> $headers getallheaders()
     * @return array<string, mixed>
     */
    public function verifyWebhook(string $body, array $headers): array
    {
        return Webhook::verify($body, $headers, $this->webhookSecrets);
    }

    /** @return array<string, mixed> */
    public function retrieveTransaction(string $transactionId): array
    {
        return $this->transport->send('GET', $this->urlOf($transactionId), 'data', $this->credential)['data'];
    }

    /**
     * Refunds an amount such as "5.00", or without it the rest of the payment.
     *
     * @param string $idempotencyKey The same key never refunds twice. Derive it from your own refund, not from the
     * time.
     * @param string|null $amount PHP would turn a float into text, so it has no type here.
     * @return array{refund_id: string, status: string}
     */
    public function refundTransaction(
        string $transactionId,
        string $idempotencyKey,
        mixed $amount = null,
        ?string $reason = null,
    ): array {
        $body = $amount === null ? [] : ['amount' => Text::formatAmount('amount', $amount)];
        $body += $reason === null ? [] : ['reason' => $reason];
        $url = $this->urlOf($transactionId, '/refund');
        return $this->transport->send('POST', $url, 'data', $this->credential, $body, $idempotencyKey)['data'];
    }

    /** Names the environment, because an access token is valid for both. */
    private function urlOf(string $transactionId, string $action = ''): string
    {
        $path = '/api/transactions/' . rawurlencode(Text::checkAscii('transactionId', $transactionId)) . $action;
        return "$this->baseUrl$path?environment=$this->environment";
    }
}
