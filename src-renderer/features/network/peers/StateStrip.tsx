import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { KnownBlockLink } from '../../../components/links/TipLink.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import { TrustedHistory } from '../../../components/TrustedHistory.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { type ChainState, isFirstOfAll } from '../../../node/chainState.ts'
import { useRpc } from '../../../node/queries.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { formatAge, formatDuration, groupDigits } from '../../../ui/format.ts'
import { Shows } from '../../../ui/Shows.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

type SyncState = MethodResult<'getsyncstate'>

export interface StateStripProps {
  onPing(): void
  onPeer(id: number): void
}

/** Shows the node's sync state, its evidence and age, and a remedy. The page's own button adds a node. */
export function StateStrip(props: StateStripProps) {
  const sync = useRpc('getsyncstate', {})
  const state = useChainState()
  const now = useNow()
  return (
    <section
      aria-label={t('network:peers.state')}
      className="group/source flex min-h-14 shrink-0 items-center gap-4 rounded-lg border bg-surface py-2 pr-3 pl-4 shadow-card"
    >
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <StateMark state={state} className="shrink-0 text-14" />
          <span className="min-w-0">{state.explanation}</span>
        </p>
        <p className="text-12 text-muted">
          {sync.data ? (
            <Evidence sync={sync.data} shown={state} now={now} />
          ) : sync.isError ? null : (
            <Skeleton className="mt-1 h-3 w-80" />
          )}
        </p>
        <TrustedHistory />
      </div>
      <CallSource calls={[shownCall('getsyncstate', {})]} />
      {sync.data ? <Action sync={sync.data} {...props} /> : null}
    </section>
  )
}

interface EvidenceProps {
  readonly sync: SyncState
  readonly shown: ChainState
  readonly now: number
}

/** Shows the evidence of the last known sync state. */
function Evidence({ sync: { evidence, since, state }, shown, now }: EvidenceProps) {
  const { height, headers, peersheight, inflight, tiptime } = evidence
  const own = {
    block: (
      <Shows figure="height">
        <BlockLink height={height} />
      </Shows>
    ),
  }
  const theirs = { block: <KnownBlockLink height={peersheight} tip={height} /> }
  const said: Readonly<Record<string, ReactNode>> = {
    at: height > 0 ? <Trans i18nKey="network:strip.at" components={own} /> : null,
    none: isFirstOfAll(height) ? t('frame:state.noBlock') : null,
    headers: headers > height ? t('network:strip.headers', { height: groupDigits(headers) }) : null,
    peers: peersheight >= 0 ? <Trans i18nKey="network:strip.peers" components={theirs} /> : null,
    requested: inflight > 0 ? t('network:strip.requested', { blocks: groupDigits(inflight) }) : null,
    newest: height > 0 ? t('network:strip.newest', { age: formatAge(tiptime, now) }) : null,
    since: shown.id === state ? t('network:strip.since', { duration: formatDuration(now - since) }) : shown.tip || null,
  }
  return Object.entries(said)
    .filter(([, text]) => text !== null)
    .map(([name, text], place) => (
      <Fragment key={name}>
        {place === 0 ? null : ' · '}
        {text}
      </Fragment>
    ))
}

function Action({ sync, onPing, onPeer }: StateStripProps & { readonly sync: SyncState }): ReactNode {
  const culprit = sync.evidence.waitingfor
  switch (sync.state) {
    case 'stalled':
    case 'blocks':
      return culprit === null ? null : <Button onClick={() => onPeer(culprit)}>{t('network:strip.slow')}</Button>
    case 'stale-tip':
      return <Button onClick={onPing}>{t('network:strip.pingAll')}</Button>
    case 'other-branch':
    case 'other-chain':
      return (
        <Button asChild>
          <Link to="/">{t('network:strip.advice')}</Link>
        </Button>
      )
    case 'synced':
      return (
        <Button asChild>
          <Link to="/explorer">{t('network:strip.blocks')}</Link>
        </Button>
      )
    default:
      return null
  }
}
