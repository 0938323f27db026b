<?php

declare(strict_types=1);

namespace Tradewind;

/** Verifies the result of a payment at the shop's response_url. */
final class Redirect
{
    private const REQUIRED = ['status', 'transaction_id', 'order_id', 'currency', 'total', 'message'];
    /** Our parameter only if your account has the compatibility setting for it. */
    private const OPTIONAL = 'customer_name';
    /** Every id ends in a letter, so no digit of the total can pass for a digit of the id. */
    private const TRANSACTION_ID = '/^(SB-)?[0-9A-Z]{25}[A-Z]$/D';

    /**
     * Verifies a result, or throws a RedirectException. The order is paid if isPaid is true.
     *
     * @param string|array<string, mixed> $query $_SERVER['QUERY_STRING'] or $_GET at your response_url
     * @param list<string> $hashKeys your hash key; during a rotation, the new one and the old one
     * @param list<string> $signingSecrets your signing secret; during a rotation, the new one and the old one
     */
    public static function verify(
        string|array $query,
        ?Order $order,
        array $hashKeys,
        array $signingSecrets,
    ): RedirectResult {
        Text::checkSecrets('hashKeys', $hashKeys);
        Text::checkSecrets('signingSecrets', $signingSecrets);
        $given = SignedParameters::read($query, self::OPTIONAL);
        $isRefused = SignedParameters::isRefusal($given);
        if (!$isRefused) {
            self::check($given, $order, $hashKeys, $signingSecrets);
        }
        $isPaid = $given['status'] === 'success';
        return new RedirectResult(
            isPaid: $isPaid,
            isRepeat: $isPaid && $order->isPaid,
            isRefused: $isRefused,
            status: $given['status'],
            message: $given['message'] ?? '',
            transactionId: $given['transaction_id'] ?? '',
            total: $given['total'] ?? '0.00',
            card: $given['card'] ?? null,
            data: $given['data'] ?? null,
        );
    }

    private static function check(array $given, ?Order $order, array $hashKeys, array $signingSecrets): void
    {
        if ($order === null) {
            throw new RedirectException('unknown_order', 'The order is not in your storage.');
        }
        $isSuccess = ($given['status'] ?? '') === 'success';
        SignedParameters::require($given, $isSuccess ? [...self::REQUIRED, 'hash'] : self::REQUIRED);
        SignedParameters::checkSignature($given, $signingSecrets, self::OPTIONAL);
        self::checkOrder($given, $order);
        if ($isSuccess) {
            self::checkHash($given, $order, $hashKeys);
        }
    }

    private static function checkOrder(array $given, Order $order): void
    {
        if ($given['order_id'] !== (string) $order->id) {
            throw new RedirectException('wrong_order', 'The result belongs to another order.');
        }
        if ($given['currency'] !== $order->currency) {
            throw new RedirectException('wrong_currency', "The currency is not the order's.");
        }
        preg_match(self::TRANSACTION_ID, $given['transaction_id'], $ofOurForm);
        SignedParameters::checkTransaction($given, $order->transactionId ?? array_slice($ofOurForm, 0, 1));
    }

    /** The hash covers the order's own total, so a payment of another total cannot pass. */
    private static function checkHash(array $given, Order $order, array $keys): void
    {
        foreach ($keys as $key) {
            if (hash_equals(md5($given['transaction_id'] . $order->total . $key), $given['hash'])) {
                return;
            }
        }
        $hint = SignedParameters::neededSecret($given, 'hash key');
        $message = "The hash does not match the order's total and your hash key. $hint";
        throw new RedirectException('wrong_hash', $message);
    }
}
