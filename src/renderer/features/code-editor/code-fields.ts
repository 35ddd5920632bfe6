/** The fields of the form as they were typed. */
export interface CodeFields {
  code: string;
  name: string;
  root_url: string;
  usage_limit: string;
  creator_usage_limit: string;
  active: 'Y' | 'N';
  use_as_referral: 'Y' | 'N';
  rewards_json: string;
}
