CREATE TABLE "sdk_builds" (
	"hash" text PRIMARY KEY NOT NULL,
	"script" text NOT NULL,
	"created_at" bigint NOT NULL
);
