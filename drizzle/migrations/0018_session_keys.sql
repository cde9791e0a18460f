DROP INDEX "wallboard_links_session";--> statement-breakpoint
DROP INDEX "wallboard_links_token";--> statement-breakpoint
DROP INDEX "expected_payments_id";--> statement-breakpoint
DROP INDEX "refunds_request";--> statement-breakpoint
DROP INDEX "refunds_open";--> statement-breakpoint
DROP INDEX "webhook_deliveries_subject_event";--> statement-breakpoint
ALTER TABLE "wallboard_links" DROP CONSTRAINT "wallboard_links_pkey";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_pkey";--> statement-breakpoint
ALTER TABLE "retired_payments" DROP CONSTRAINT "retired_payments_pkey";--> statement-breakpoint
ALTER TABLE "wallboard_links" ADD CONSTRAINT "wallboard_links_session_id_id_pk" PRIMARY KEY("session_id","id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_session_id_id_pk" PRIMARY KEY("session_id","id");--> statement-breakpoint
ALTER TABLE "retired_payments" ADD CONSTRAINT "retired_payments_session_id_transaction_id_pk" PRIMARY KEY("session_id","transaction_id");--> statement-breakpoint
CREATE INDEX "wallboard_links_id" ON "wallboard_links" USING btree ("id");--> statement-breakpoint
CREATE INDEX "refunds_id" ON "refunds" USING btree ("id");--> statement-breakpoint
CREATE INDEX "refunds_request_key" ON "refunds" USING btree ("organisation_id","request_key");--> statement-breakpoint
CREATE INDEX "wallboard_links_token" ON "wallboard_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "expected_payments_id" ON "expected_payments" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request" ON "refunds" USING btree ("session_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_open" ON "refunds" USING btree ("session_id","transaction_id") WHERE "refunds"."state" in ('awaiting_approval', 'approved', 'sending', 'in_progress');--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_subject_event" ON "webhook_deliveries" USING btree ("session_id","webhook_endpoint_id","subject_id","subject_state") WHERE "webhook_deliveries"."subject_id" is not null;