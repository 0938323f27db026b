<?php

declare(strict_types=1);

namespace Tradewind;

/** Verifies webhooks, which are signed as Standard Webhooks describes. */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    private const SECRET_PREFIX = 'whsec_';

    /**
     * Verifies a webhook and returns its event, or throws a WebhookException.
     *
     * @param string $body the raw body, file_get_contents('php://input')
     * @param array<string, mixed> $headers getallheaders(); case does not matter
     * @param list<string> $secrets the secret of your endpoint; during a rotation, the new one and the old one
     * @return array<string, mixed>
     */
    public static function verify(string $body, array $headers, array $secrets, ?int $nowSeconds = null): array
    {
        Text::checkSecrets('webhookSecrets', $secrets);
        $headers = array_change_key_case($headers);
        $id = self::readHeader($headers, 'webhook-id');
        $timestamp = self::readHeader($headers, 'webhook-timestamp');
        $signatures = explode(' ', self::readHeader($headers, 'webhook-signature'));
        $age = ($nowSeconds ?? time()) - (int) $timestamp;
        if (!preg_match('/^\d{1,12}$/D', $timestamp) || abs($age) > self::TOLERANCE_SECONDS) {
            throw new WebhookException('wrong_timestamp', 'The webhook was not sent within the last five minutes.');
        }
        $expected = array_map(fn (string $secret) => self::sign("$id.$timestamp.$body", $secret), $secrets);
        if (!self::hasCommon($signatures, $expected)) {
            throw new WebhookException('wrong_signature', 'The signature does not match the body and the secret.');
        }
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new WebhookException('invalid_body', 'The body is not JSON.');
        }
        return $event;
    }

    private static function readHeader(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        if (!is_string($value) || $value === '') {
            throw new WebhookException('missing_header', "$name is missing.");
        }
        return $value;
    }

    private static function sign(string $content, string $secret): string
    {
        $key = base64_decode(substr($secret, strlen(self::SECRET_PREFIX)), true);
        if (!str_starts_with($secret, self::SECRET_PREFIX) || !$key) {
            throw new InputException('webhookSecrets', 'must be ' . self::SECRET_PREFIX . ' and base64.');
        }
        return 'v1,' . base64_encode(hash_hmac('sha256', $content, $key, true));
    }

    private static function hasCommon(array $signatures, array $expected): bool
    {
        foreach ($signatures as $signature) {
            foreach ($expected as $one) {
                if (hash_equals($one, $signature)) {
                    return true;
                }
            }
        }
        return false;
    }
}
