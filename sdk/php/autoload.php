<?php

declare(strict_types=1);

// For shops without Composer: require this file.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Tradewind\\')) {
        $file = __DIR__ . '/src/' . substr($class, strlen('Tradewind\\')) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
