/** Why the daemon refuses to sign in a person whom the provider has identified. */
export type CompanyRefusalReason = 'no_role' | 'email_not_verified' | 'removed' | 'other_account';

export class CompanyRefusal extends Error {
  readonly reason: CompanyRefusalReason;
  constructor(reason: CompanyRefusalReason) {
    super(`The company account was refused: ${reason}`);
    this.reason = reason;
  }
}
