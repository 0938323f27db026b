<?php

declare(strict_types=1);

namespace Tradewind;

/** Requests payments, stores and charges cards, makes payment links, and verifies results, for one account. */
final class Tradewind
{
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
        Text::checkEnvironment($environment, $apiKey);
        $target = "$environment at $this->baseUrl";
        $waits = [$retryWaitSeconds, $retryAfterSecondsMax];
        $this->transport = new Transport($timeoutSeconds, $retries, ...$waits, target: $target);
        $headerOf = static fn (string $start, string $field, ?string $value): ?array => $value === null
            ? null
            : [$start . Text::checkCredential($field, $value)];
        $this->keyHeader = $headerOf('X-SVC-Key: ', 'apiKey', $apiKey) ?? [];
        $this->credential = $headerOf('Authorization: Bearer ', 'accessToken', $accessToken) ?? $this->keyHeader;
    }

    /**
     * The complete fields of a payment request, signed with your first signing secret if you gave one.
     *
     * @param Payment|array<string, mixed> $payment
     * @return array<string, string>
     */
    public function buildPaymentRequest(Payment|array $payment): array
    {
        $own = ['account_number' => $this->accountNumber, 'environment' => $this->environment];
        return PaymentRequest::build($own + self::valuesOf($payment), $this->signingSecrets[0] ?? null);
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
        return $this->transport->send('POST', $url, $this->keyHeader, 'url', $fields, self::keyOrNew($idempotencyKey));
    }

    /**
     * Store transaction_id with the order, then send the customer to url. This is not a payment yet.
     *
     * @param Payment|array<string, mixed> $payment
     * @return array{url: string, message: string, transaction_id: string}
     */
    public function requestPayment(Payment|array $payment): array
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
        return $this->call('GET', ['transactions', Text::checkAscii('transactionId', $transactionId)])['data'];
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
        $path = ['transactions', Text::checkAscii('transactionId', $transactionId), 'refund'];
        $body = Text::toFields(['amount' => $amount, 'reason' => $reason]);
        return $this->call('POST', $path, body: $body, idempotencyKey: self::keyOrNew($idempotencyKey))['data'];
    }

    /**
     * Store transaction_id with your customer, then send the customer to url. The page asks for the card.
     *
     * @param array{response_url: string, method?: string, country_code?: string} $card
     * @return array{url: string, message: string, transaction_id: string}
     */
    public function requestCard(array $card, ?string $idempotencyKey = null): array
    {
        $key = self::keyOrNew($idempotencyKey);
        return $this->call('POST', ['trusted-cards'], 'url', body: Text::toFields($card), idempotencyKey: $key);
    }

    /**
     * Verifies the result of storing a card, or throws a RedirectException.
     *
     * @param string|array<string, mixed> $query $_SERVER['QUERY_STRING'] or $_GET
     * @param string|list<string> $transactionId that of requestCard
     */
    public function verifyCardRedirect(string|array $query, string|array $transactionId): CardResult
    {
        return CardRedirect::verify($query, $transactionId, $this->signingSecrets);
    }

    /**
     * Sends the amount that your customer found on the statement. Not repeated, because the third wrong amount deletes
     * the card.
     *
     * @param string $amount PHP would turn a float into text, so it has no type here.
     * @return array<string, mixed>
     */
    public function verifyCard(string $uuid, mixed $amount): array
    {
        return $this->call('POST', self::cardPath($uuid, 'verify'), body: Text::toFields(['amount' => $amount]))['data'];
    }

    /**
     * Store transaction_id with the order, then send the customer to url, which asks for the security code.
     *
     * @param CardCharge|array<string, mixed> $charge
     * @return array{url: string, message: string, transaction_id: string}
     */
    public function chargeCard(string $uuid, CardCharge|array $charge, ?string $idempotencyKey = null): array
    {
        $body = Text::toFields(self::valuesOf($charge));
        $key = self::keyOrNew($idempotencyKey);
        return $this->call('POST', self::cardPath($uuid, 'charge'), 'url', body: $body, idempotencyKey: $key);
    }

    /** @return array<string, mixed> */
    public function retrieveCard(string $uuid): array
    {
        return $this->call('GET', self::cardPath($uuid))['data'];
    }

    /** @return array{data: list<array<string, mixed>>, links: array<string, mixed>, meta: array<string, mixed>} */
    public function listCards(int $page = 1, ?int $pageSize = null): array
    {
        return $this->call('GET', ['trusted-cards'], query: ['page' => $page, 'page_size' => $pageSize]);
    }

    /** We destroy the card number. */
    public function deleteCard(string $uuid): void
    {
        $this->call('DELETE', self::cardPath($uuid), 'message');
    }

    /**
     * Share the url of the link, or its QR code.
     *
     * @param NewPaymentLink|array<string, mixed> $link
     * @return array<string, mixed>
     */
    public function createPaymentLink(NewPaymentLink|array $link, ?string $idempotencyKey = null): array
    {
        $body = Text::toFields(self::valuesOf($link));
        $key = self::keyOrNew($idempotencyKey);
        return $this->call('POST', ['payment-links'], body: $body, idempotencyKey: $key)['data'];
    }

    /** @return array<string, mixed> */
    public function retrievePaymentLink(string $id): array
    {
        return $this->call('GET', self::linkPath($id))['data'];
    }

    /** @return array{data: list<array<string, mixed>>, links: array<string, mixed>, meta: array<string, mixed>} */
    public function listPaymentLinks(int $page = 1, ?int $pageSize = null): array
    {
        return $this->call('GET', ['payment-links'], query: ['page' => $page, 'page_size' => $pageSize]);
    }

    /**
     * Changes the given fields. 'open' => '0' closes the link, and clear names fields to remove.
     *
     * @param array<string, mixed> $changes
     * @return array<string, mixed>
     */
    public function updatePaymentLink(string $id, array $changes): array
    {
        return $this->call('PATCH', self::linkPath($id), body: Text::toFields($changes))['data'];
    }

    /** The payments of the link stay. */
    public function deletePaymentLink(string $id): void
    {
        $this->call('DELETE', self::linkPath($id), 'message');
    }

    /**
     * Names the environment in every URL, because an access token is valid for both.
     *
     * @param list<string> $path
     * @param array<string, mixed> $query
     * @return array<string, mixed>
     */
    private function call(
        string $method,
        array $path,
        string $expected = 'data',
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
    ): array {
        $parameters = http_build_query(Text::toFields($query) + ['environment' => $this->environment]);
        $url = "$this->baseUrl/api/" . implode('/', array_map(rawurlencode(...), $path)) . "?$parameters";
        return $this->transport->send($method, $url, $this->credential, $expected, $body, $idempotencyKey);
    }

    /** @return array<string, mixed> */
    private static function valuesOf(object|array $fields): array
    {
        return is_array($fields) ? $fields : get_object_vars($fields);
    }

    private static function keyOrNew(?string $idempotencyKey): string
    {
        return Text::checkAscii('idempotencyKey', $idempotencyKey ?? bin2hex(random_bytes(16)));
    }

    /** @return list<string> */
    private static function cardPath(string $uuid, string ...$more): array
    {
        return ['trusted-cards', Text::checkAscii('uuid', $uuid), ...$more];
    }

    /** @return list<string> */
    private static function linkPath(string $id): array
    {
        return ['payment-links', Text::checkAscii('id', $id)];
    }
}
