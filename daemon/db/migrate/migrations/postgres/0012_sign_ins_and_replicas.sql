CREATE TABLE "sign_in_tries" (
	"account_hash" text NOT NULL,
	"network_hash" text NOT NULL,
	"failures" integer NOT NULL,
	"since" bigint NOT NULL,
	"locked_until" bigint,
	"passed_at" bigint,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "sign_in_tries_account_hash_network_hash_pk" PRIMARY KEY("account_hash","network_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "wrote_position" bigint;--> statement-breakpoint
CREATE INDEX "sign_in_tries_expires" ON "sign_in_tries" USING btree ("expires_at");