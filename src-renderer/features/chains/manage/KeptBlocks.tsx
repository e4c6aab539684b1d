import { Undo2 } from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { useFreshStart } from '../../../components/useFreshStart.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Age } from '../../../ui/Age.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'

interface KeptBlocksProps {
  readonly chain: ListedChain
  readonly kept: NonNullable<ListedChain['kept']>
}

/** Shows the blocks that were saved when the chain was joined again from scratch, and the action to restore them. */
export function KeptBlocks({ chain, kept }: KeptBlocksProps) {
  const { undo, busy } = useFreshStart()
  return (
    <section className="flex flex-col items-start gap-2 rounded-lg border p-3">
      <h3 className="font-medium">{t('parts:afresh.title')}</h3>
      <p className="text-muted">
        <Trans i18nKey="parts:afresh.text" components={{ age: <Age time={kept.time} /> }} />
      </p>
      <CodeBlock text={kept.folder} label={t('parts:afresh.folder')} wrap />
      <Button
        once
        busy={busy}
        icon={<Undo2 aria-hidden className="size-3.5" />}
        onClick={() => undo.mutate({ id: chain.id })}
      >
        {t('parts:afresh.undo')}
      </Button>
    </section>
  )
}
