import { useState } from 'react'
import { describeError } from '../../components/describeError.ts'
import { type MinerStatus, switchOnInput } from '../../components/mining/minerTexts.ts'
import { t } from '../../i18n/texts.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { optionNames } from '../../ui/optionNames.tsx'
import { toast } from '../../ui/toasts.ts'

/**
 * Enables mining without peers on this chain. The option is read at the start, so the chain is restarted and then
 * mines.
 */
export function AloneButton({ miner }: { readonly miner: MinerStatus }) {
  const { client } = useNode()
  const chain = useCurrentChain()
  const [busy, setBusy] = useState(false)
  if (!chain || chain.kind === 'commandline') {
    return <span className="shrink-0 text-12 text-muted">{optionNames(t('mining:alone.option'))}</span>
  }
  const { id } = chain
  const restart = async () => {
    setBusy(true)
    try {
      await client.call('settestnode', { id, testnode: true })
      await client.call('stopchain', { id })
      await client.call('startchain', { id })
      // The user may have selected another chain in the meantime, which must not start to mine.
      if ((await client.call('listchains', {})).current === id) await client.call('setgenerate', switchOnInput(miner))
      toast({ tone: 'ok', title: t('mining:alone.done') })
    } catch (error) {
      toast({ tone: 'bad', title: describeError(error).title })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void restart()}>
      {t('mining:alone.action')}
    </Button>
  )
}
