/** The search values that screens keep in the address. They can be anything, so screens parse them. */
export type SearchValues = { [Name in SearchName]?: string | number | undefined };

type SearchName =
  | ListName
  | FilterName
  | 'from'
  | 'first'
  | 'statement'
  | 'entry'
  | 'steps'
  | 'within'
  | 'only'
  | 'show'
  | 'sign';
type ListName = 'q' | 'sort' | 'page' | 'after' | 'tab' | 'period';
type FilterName =
  | 'campaign'
  | 'channel'
  | 'code'
  | 'code_type'
  | 'creator'
  | 'currency'
  | 'event'
  | 'game'
  | 'has_payout_details'
  | 'kind'
  | 'mode'
  | 'month'
  | 'on_hold'
  | 'origin'
  | 'reason'
  | 'receipt'
  | 'role'
  | 'staff'
  | 'state'
  | 'status'
  | 'to'
  | 'user'
  | 'validates'
  | 'webhook';
