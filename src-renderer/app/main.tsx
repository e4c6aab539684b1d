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
// The page is fetched while the way to the node is still being opened.
void router.load()

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The node is on this machine: whether the computer is online says nothing about it.
      networkMode: 'always',
      // Events say when something changed; until then an answer stays good.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // An RPC error is an answer and is not retried. After a reconnect everything on screen is fetched again.
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
              {/* Notifications, which are outside of all pages, lead to some. */}
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
// English is here already; another language must not show English first. Without its texts English is better than nothing.
const language = wantedLanguage()
if (language === 'en') render()
else void showLanguage(language).then(render, render)
