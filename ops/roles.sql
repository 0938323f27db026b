-- The role of the programs, for ops/compose.yaml. It may run again at any time. «migrate.js» gives the role its rights.
\set ON_ERROR_STOP on
\getenv password PROGRAM_PASSWORD
SELECT 'CREATE ROLE tradewind_program LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tradewind_program') \gexec
ALTER ROLE tradewind_program PASSWORD :'password';
