<?php

declare(strict_types=1);

namespace Tradewind;

/** Builds the fields of a payment request. */
final class PaymentRequest
{
    private const SIGNATURE = 'request_signature';

    /**
     * Writes all values as text, the total with two decimals, and signs them. The fields are ready for a JSON body or
     * for the hidden inputs of a form.
     *
     * @param array<string, mixed> $request
     * @param string|null $signingSecret your signing secret, or null for an unsigned request
     * @return array<string, string>
     */
    public static function build(array $request, ?string $signingSecret, ?int $nowSeconds = null): array
    {
        $fields = Text::toFields(array_diff_key($request, [self::SIGNATURE => '']));
        if ($signingSecret === null) {
            return $fields;
        }
        Text::checkSecrets('signingSecrets', [$signingSecret]);
        $fields['request_timestamp'] = (string) ($nowSeconds ?? time());
        return $fields + [self::SIGNATURE => Text::signFields($fields, $signingSecret)];
    }
}
