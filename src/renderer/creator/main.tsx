import './set-language.ts';
import './creator.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { t } from './texts.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no element for the creator’s page');
document.title = t.pageTitle;
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
createRoot(place).render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
);
