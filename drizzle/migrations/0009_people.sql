CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "people_email" ON "people" USING btree (lower("email"));
--> statement-breakpoint
-- Row-level security hides the rows from their owner; it is forced again at the end.
alter table members no force row level security;
--> statement-breakpoint
alter table sign_ins no force row level security;
--> statement-breakpoint
alter table second_factors no force row level security;
--> statement-breakpoint
-- One person for each member with a password, of whom there is one for each e-mail address at most.
insert into people (id, email, password_hash, created_at)
select 'per_' || substr(id, 5), email, password_hash, created_at from members where password_hash is not null;
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "person_id" text;
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "entered_at" timestamp (3) with time zone;
--> statement-breakpoint
update members set person_id = 'per_' || substr(id, 5) where password_hash is not null;
--> statement-breakpoint
DROP INDEX "members_email_joined";
--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "password_hash";
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "members_person" ON "members" USING btree ("person_id","organisation_id");
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "person_id" text;
--> statement-breakpoint
update sign_ins s set person_id = m.person_id from members m where m.id = s.member_id;
--> statement-breakpoint
delete from sign_ins where person_id is null;
--> statement-breakpoint
ALTER TABLE "sign_ins" ALTER COLUMN "person_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "sign_ins" USING btree ("person_id");
--> statement-breakpoint
-- Secrets stay encrypted for the member of whom they were set up, and recovery codes hashed with that id.
drop policy own_organisation on second_factors;
--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "person_id" text;
--> statement-breakpoint
ALTER TABLE "second_factors" RENAME COLUMN "member_id" TO "bound_to";
--> statement-breakpoint
update second_factors f set person_id = m.person_id from members m where m.id = f.bound_to;
--> statement-breakpoint
delete from second_factors where person_id is null;
--> statement-breakpoint
ALTER TABLE "second_factors" DROP CONSTRAINT "second_factors_member_id_members_id_fk";
--> statement-breakpoint
ALTER TABLE "second_factors" DROP CONSTRAINT "second_factors_pkey";
--> statement-breakpoint
ALTER TABLE "second_factors" ADD PRIMARY KEY ("person_id");
--> statement-breakpoint
ALTER TABLE "second_factors" DROP COLUMN "organisation_id";
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
alter table members force row level security;
--> statement-breakpoint
alter table sign_ins force row level security;
--> statement-breakpoint
alter table second_factors force row level security;
--> statement-breakpoint
-- A person belongs to no organisation: neither people nor their second factors are shown to the role that sees one.
revoke all on second_factors from takings_app;
--> statement-breakpoint
revoke select (bound_to) on second_factors from takings_app;
--> statement-breakpoint
alter table people enable row level security;
--> statement-breakpoint
alter table people force row level security;
--> statement-breakpoint
create policy whole_house on people to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update on people to takings_system;
