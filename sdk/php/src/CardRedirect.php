<?php

declare(strict_types=1);

namespace Tradewind;

/** Verifies the result of storing a card at the shop's response_url. */
final class CardRedirect
{
    private const REQUIRED = ['status', 'transaction_id', 'message'];

    /**
     * Verifies a result, or throws a RedirectException. It has neither an order nor a hash.
     *
     * @param string|array<string, mixed> $query $_SERVER['QUERY_STRING'] or $_GET at your response_url
     * @param string|list<string> $transactionId the id that requestCard returned, or a list of several
     * @param list<string> $signingSecrets your signing secret; during a rotation, the new one and the old one
     */
    public static function verify(string|array $query, string|array $transactionId, array $signingSecrets): CardResult
    {
        Text::checkSecrets('signingSecrets', $signingSecrets);
        $given = SignedParameters::read($query, 'uuid');
        $isRefused = SignedParameters::isRefusal($given);
        $isStored = ($given['status'] ?? '') === 'success';
        if (!$isRefused) {
            SignedParameters::require($given, $isStored ? [...self::REQUIRED, 'uuid'] : self::REQUIRED);
            SignedParameters::checkSignature($given, $signingSecrets);
            SignedParameters::checkTransaction($given, $transactionId);
        }
        return new CardResult(
            isStored: $isStored,
            isRefused: $isRefused,
            status: $given['status'],
            message: $given['message'] ?? '',
            transactionId: $given['transaction_id'] ?? '',
            uuid: $isStored ? $given['uuid'] : null,
            total: $given['total'] ?? null,
        );
    }
}
