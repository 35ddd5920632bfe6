import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import { MAX_CAMPAIGN_FILE_BYTES } from '../../../../daemon/contract/words.ts';
import type { CallInput } from '../../../preload/api.ts';
import { campaigns } from '../../texts/campaigns.ts';

const t = campaigns.file;

export interface CampaignFile {
  name: string;
  /** The parsed JSON, which the daemon checks. */
  content: CallInput<Endpoints['importCampaign']>['body'];
}

/**
 * Reads a chosen file, or returns why it cannot be sent. Rewards are text in the file, so parsing does not change their
 * numbers.
 */
export async function readCampaignFile(file: File): Promise<CampaignFile | { fault: string }> {
  if (file.size > MAX_CAMPAIGN_FILE_BYTES) return { fault: t.tooLarge };
  try {
    return { name: file.name, content: JSON.parse(await file.text()) };
  } catch {
    return { fault: t.notJson };
  }
}
