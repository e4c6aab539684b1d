import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../i18n/texts.ts'
import { useCurrentChain } from '../node/chains.ts'
import { useRpc } from '../node/queries.ts'
import { Button } from '../ui/Button.tsx'
import { groupDigits } from '../ui/format.ts'
import { Hash } from '../ui/Hash.tsx'
import { BlockLink } from './links/BlockLink.tsx'
import { EvidenceRow, formatFollowers } from './OtherBranchNotice.tsx'
import { useFreshStart } from './useFreshStart.ts'

type Chain = NonNullable<MethodResult<'getsyncstate'>['evidence']['otherchain']>

/**
 * Shown at the top while the node's peers are on a chain with a different block 1: explains what is safe and what to
 * do.
 */
export function OtherChainNotice() {
  const { data: sync } = useRpc('getsyncstate', {})
  const own = useCurrentChain()
  const { join, busy } = useFreshStart()
  const chain = sync?.evidence.otherchain
  if (sync?.state !== 'other-chain' || !chain) return null
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-bad/35 bg-bad-soft p-3">
      <Unlink aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div>
          <p className="font-medium text-bad">{t('parts:otherChain.title')}</p>
          <p>{t('parts:otherChain.text')}</p>
        </div>
        <Evidence chain={chain} height={sync.evidence.height} />
        <ul className="list-disc space-y-0.5 pl-4">
          <li>{t('parts:otherChain.safe')}</li>
          <li>{t('parts:otherChain.afresh')}</li>
          <li>{t('parts:otherChain.stay')}</li>
        </ul>
        <div className="flex flex-wrap gap-2">
          {own ? (
            <Button once busy={busy} onClick={() => join.mutate({ id: own.id })}>
              {t('parts:afresh.join')}
            </Button>
          ) : null}
          <Button asChild variant="ghost">
            <Link to="/peers">{t('parts:branch.peers')}</Link>
          </Button>
        </div>
      </div>
    </div>
  )
}

function Evidence({ chain, height }: { readonly chain: Chain; readonly height: number }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <EvidenceRow name={t('parts:otherChain.theirs')}>
        <b className="font-medium">{groupDigits(chain.height)}</b>
        <span className="text-muted">{formatFollowers(chain)}</span>
      </EvidenceRow>
      <EvidenceRow name={t('parts:branch.yours')}>
        <b className="font-medium">
          <BlockLink height={height} />
        </b>
      </EvidenceRow>
      <EvidenceRow name={t('parts:otherChain.theirFirst')}>
        <Hash value={chain.firsthash} label={t('parts:otherChain.theirFirst')} />
      </EvidenceRow>
      <EvidenceRow name={t('parts:otherChain.ownFirst')}>
        <Hash value={chain.ownfirsthash} label={t('parts:otherChain.ownFirst')} />
      </EvidenceRow>
    </dl>
  )
}
