import { useParams } from '@tanstack/react-router';
import { Activity } from '../../components/activity/activity.tsx';

export function CodeActivityPage() {
  const { codeId } = useParams({ from: '/campaigns/$campaignId/codes/$codeId' });
  return <Activity of={{ kind: 'code', id: codeId }} />;
}
