alter table bank_connections no force row level security;
--> statement-breakpoint
insert into bank_connections (id, provider) values ('bnk_flutterwave', 'flutterwave');
--> statement-breakpoint
alter table bank_connections force row level security;
