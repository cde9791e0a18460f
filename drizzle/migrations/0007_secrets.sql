-- Keys that exist may do what they could do before: read and write, from anywhere.
ALTER TABLE "api_keys" ADD COLUMN "scope" text DEFAULT 'write' NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "allowed_addresses" text[] DEFAULT '{}'::text[] NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scope" CHECK ("api_keys"."scope" in ('read', 'write'));
--> statement-breakpoint
-- From now on none is stored in plain text. Those that are there are encrypted at the next start (`lib/encryption`), which
-- has the key; the check does not apply to them until then.
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_encrypted" CHECK ("signing_secrets"."secret" like 'v1.%') NOT VALID;
