import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import { MAX_CAMPAIGN_FILE_BYTES } from '../../../../daemon/contract/words.ts';
import type { CallInput } from '../../../preload/api.ts';
import { campaigns } from '../../texts/campaigns.ts';

const t = campaigns.file;

export interface CampaignFile {
  name: string;
  /** The parsed JSON. The daemon checks it. */
  content: CallInput<Endpoints['importCampaign']>['body'];
}

/** The content of a chosen file, or why it cannot be sent. Rewards are texts in it, so parsing changes no number of them. */
export async function readCampaignFile(file: File): Promise<CampaignFile | { fault: string }> {
  if (file.size > MAX_CAMPAIGN_FILE_BYTES) return { fault: t.tooLarge };
  try {
    return { name: file.name, content: JSON.parse(await file.text()) };
  } catch {
    return { fault: t.notJson };
  }
}
