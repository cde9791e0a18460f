CREATE TABLE "idempotency_keys" (
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"reserved_session_id" text NOT NULL,
	"leased_by" text NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_organisation_id_mode_method_path_key_pk" PRIMARY KEY("organisation_id","mode","method","path","key"),
	CONSTRAINT "idempotency_keys_answer" CHECK (("idempotency_keys"."status" is null) = ("idempotency_keys"."body" is null) and ("idempotency_keys"."status" is null) = ("idempotency_keys"."headers" is null))
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at" ON "idempotency_keys" USING btree ("expires_at");
--> statement-breakpoint
alter table idempotency_keys enable row level security;
--> statement-breakpoint
alter table idempotency_keys force row level security;
--> statement-breakpoint
create policy own_organisation on idempotency_keys to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on idempotency_keys to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on idempotency_keys to takings_app, takings_system;
