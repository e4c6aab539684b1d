import { Info, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toasts.ts'

/** Note above the options of a chain: they cannot be changed here, or the running node uses other values. */
export function RestartNote({ chain }: { readonly chain: ListedChain }) {
  const { client } = useNode()
  const { data } = useRpc('getchainsettings', { id: chain.id })
  const [busy, setBusy] = useState(false)
  if (data?.fixed) return <Note>{t('settings:fixed')}</Note>
  if (!data?.restart) return null
  const restart = async () => {
    setBusy(true)
    try {
      await client.call('stopchain', { id: chain.id })
      await client.call('startchain', { id: chain.id })
      toast({ tone: 'ok', title: t('settings:restarted') })
    } catch (error) {
      toast({ tone: 'bad', title: describeError(error).title })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Note>
      <span className="flex-1">{t('settings:restartNeeded')}</span>
      <Button size="sm" busy={busy} icon={<RotateCw aria-hidden className="size-3.5" />} onClick={() => void restart()}>
        {t('settings:restart')}
      </Button>
    </Note>
  )
}

function Note({ children }: { readonly children: React.ReactNode }) {
  return (
    <div role="status" className="flex items-center gap-3 rounded-lg border bg-accent-soft px-4 py-2.5">
      <Info aria-hidden className="size-4 shrink-0 text-accent-text" />
      {children}
    </div>
  )
}
