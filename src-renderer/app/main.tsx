import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RpcError } from '#shared/errors.ts'
import { showLanguage } from '../i18n/texts.ts'
import { connectNode } from '../node/connect.ts'
import { NodeProvider } from '../node/context.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { Gate } from './Gate.tsx'
import { LanguageGate, wantedLanguage } from './LanguageGate.tsx'
import { createWindowRouter } from './router.tsx'
import '../ui/theme.css'
import '../ui/forcedColors.css'

const node = connectNode()
const router = createWindowRouter()
// Load the page while the connection to the node is still being opened.
void router.load()

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The node runs on this machine, so the computer's online state is irrelevant.
      networkMode: 'always',
      // Events invalidate queries; until then an answer stays valid.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // An RPC error is an answer and is not retried. After a reconnect all queries on screen are fetched again.
      retry: (failures, error) => !(error instanceof RpcError) && failures < 1,
    },
    mutations: { networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const render = () =>
  createRoot(root).render(
    <StrictMode>
      <NodeProvider node={node}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            <LanguageGate>
              {/* Notifications are rendered outside all pages, but some link to pages. */}
              <RouterContextProvider router={router}>
                <Gate>
                  <RouterProvider router={router} />
                </Gate>
              </RouterContextProvider>
            </LanguageGate>
          </TooltipProvider>
        </QueryClientProvider>
      </NodeProvider>
    </StrictMode>,
  )
// English texts are built in. For another language, wait for its texts rather than show English first; if they fail to
// load, fall back to English.
const language = wantedLanguage()
if (language === 'en') render()
else void showLanguage(language).then(render, render)
