ALTER TABLE "organisation" ADD COLUMN "email_language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "activated_at" bigint;--> statement-breakpoint
UPDATE staff SET activated_at = created_at WHERE password_hash IS NOT NULL;
