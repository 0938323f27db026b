<?php

declare(strict_types=1);

namespace Tradewind;

/** Amounts, signatures and query strings, which redirects and requests share. */
final class Text
{
    private const CREDENTIAL_LENGTH_MAX = 4096;
    private const MONEY = ['total', 'amount', 'amount_min', 'amount_max'];

    /**
     * Writes an amount with two decimals: "10" and "10.0" become "10.00". Amounts are text, because floats lose cents.
     */
    public static function formatAmount(string $field, mixed $amount): string
    {
        if (!is_string($amount) || !preg_match('/^0*(\d{1,15})(?:\.(\d{1,2}))?$/D', $amount, $match)) {
            throw new InputException($field, 'must be text such as "10.00", with at most two decimals.');
        }
        return $match[1] . '.' . str_pad($match[2] ?? '', 2, '0');
    }

    /** Returns the origin without a slash at its end. */
    public static function checkOrigin(string $origin): string
    {
        if (!preg_match('~^https?://([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?/*$~Di', $origin)) {
            throw new InputException('origin', 'must be http:// or https:// and a host, without a path.');
        }
        return rtrim($origin, '/');
    }

    /** JSON cannot carry bytes that are not UTF-8. */
    public static function checkText(string $field, mixed $value): void
    {
        if (!is_string($value) || !preg_match('//u', $value)) {
            throw new InputException($field, 'must be valid Unicode text.');
        }
    }

    /**
     * A key, token or id that fits into a header or a path. The API treats a blank idempotency key as a missing one.
     */
    public static function checkAscii(string $field, string $value, int $lengthMax = 255): string
    {
        if (!preg_match('/^[\x21-\x7e]+$/D', $value) || strlen($value) > $lengthMax) {
            throw new InputException($field, "must be 1 to $lengthMax ASCII characters without spaces.");
        }
        return $value;
    }

    public static function checkCredential(string $field, string $credential): string
    {
        return self::checkAscii($field, $credential, self::CREDENTIAL_LENGTH_MAX);
    }

    /** Also compares the environment with that of an API key, which its first letters show. */
    public static function checkEnvironment(string $environment, ?string $apiKey): string
    {
        if ($environment !== 'live' && $environment !== 'sandbox') {
            throw new InputException('environment', 'must be live or sandbox.');
        }
        $start = $environment === 'live' ? 'svc_test_' : 'svc_live_';
        if (str_starts_with((string) $apiKey, $start)) {
            $problem = "must be a key of $environment, and {$start}… is one of the other environment.";
            throw new InputException('apiKey', $problem);
        }
        return $environment;
    }

    /**
     * Anyone can sign with an empty secret, so it must not pass for one of a rotation. White space around a secret is
     * a mistake of copying, after which no result matches.
     */
    public static function checkSecrets(string $field, array $secrets): void
    {
        $isSecret = static fn (mixed $secret): bool => is_string($secret) && preg_match('/^\S+$/D', $secret) === 1;
        if ($secrets === [] || array_filter($secrets, $isSecret) !== $secrets) {
            $problem = 'must be a list of at least one secret, none of them empty or with white space.';
            throw new InputException($field, $problem);
        }
    }

    /**
     * Writes values as text, money with two decimals, and leaves out missing ones.
     *
     * @param array<string, mixed> $values
     * @return array<string, string>
     */
    public static function toFields(array $values): array
    {
        $fields = [];
        foreach ($values as $name => $value) {
            if ($value !== null) {
                $fields[$name] = self::toText((string) $name, $value);
            }
        }
        return $fields;
    }

    private static function toText(string $name, mixed $value): string
    {
        return match (true) {
            in_array($name, self::MONEY, true) => self::formatAmount($name, $value),
            is_string($value), is_int($value) => (string) $value,
            is_bool($value) => $value ? 'true' : 'false',
            default => throw new InputException($name, 'must be text, a whole number or a boolean.'),
        };
    }

    /**
     * The hex HMAC-SHA256 of all fields, sorted by name and written as a query string.
     *
     * @param array<string, string> $fields
     */
    public static function signFields(array $fields, string $secret): string
    {
        ksort($fields, SORT_STRING);
        // Browsers leave "*" in forms, and PHP encodes it.
        $text = str_replace('%2A', '*', http_build_query($fields, '', '&', PHP_QUERY_RFC1738));
        return hash_hmac('sha256', $text, $secret);
    }

    /**
     * All values of each parameter. PHP's own parser keeps only the last value of a repeated parameter.
     *
     * @return array<string, list<string>>
     */
    public static function parseQuery(string $query): array
    {
        $values = [];
        foreach (explode('&', ltrim($query, '?')) as $pair) {
            [$name, $value] = explode('=', $pair, 2) + [1 => ''];
            $values[urldecode($name)][] = urldecode($value);
        }
        return $values;
    }
}
