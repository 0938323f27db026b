<?php

declare(strict_types=1);

namespace Tradewind;

/** The base class of all exceptions that this library throws. */
class TradewindException extends \RuntimeException
{
}
