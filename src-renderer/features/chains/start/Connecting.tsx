import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { TipLink } from '../../../components/links/TipLink.tsx'
import { nodeProblem } from '../../../components/nodeAddress.ts'
import { StateMark } from '../../../components/StateMark.tsx'
import { TrustedHistory } from '../../../components/TrustedHistory.tsx'
import { useForm } from '../../../components/useForm.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { isFirstOfAll } from '../../../node/chainState.ts'
import { useRpc, useRpcMutation } from '../../../node/queries.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useNow } from '../../../ui/clock.ts'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { Field, Input } from '../../../ui/Field.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useLiveList } from '../gallery/listStore.ts'
import { HomeButton } from './ChainCreated.tsx'

/** Seconds before the page reports that no node responds: reachable nodes usually respond within a few. */
const PATIENCE_S = 12
const EVERY_MS = 2000

/** Shows the state of a chain that was just joined: connected peers, sync progress, and advice if no peer responds. */
export function Connecting({ chain }: { readonly chain: ListedChain }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const state = useChainState()
  const sync = useRpc('getsyncstate', {}, { every: EVERY_MS })
  const [since] = useState(() => Math.floor(Date.now() / 1000))
  const now = useNow()
  const evidence = sync.data?.evidence
  const alone = evidence !== undefined && evidence.peers === 0
  const waited = now - since
  // A chain without blocks is neither behind nor outdated.
  const best = evidence ? Math.max(evidence.headers, evidence.peersheight) : 0
  const blank = evidence !== undefined && !alone && isFirstOfAll(evidence.height) && isFirstOfAll(best)
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <div className="grid gap-4 xl:grid-cols-[2fr_1fr]">
        <Card
          title={t('chains:connecting.title')}
          source={<CallSource calls={[shownCall('getsyncstate', {}), shownCall('getaddednodeinfo', { dns: true })]} />}
        >
          <div className="flex flex-col gap-3">
            {blank ? (
              <>
                <p role="status" className="inline-flex items-center gap-1.5 font-medium text-14 text-ok">
                  <CircleCheck aria-hidden className="size-4" /> {t('chains:connecting.connected')}
                </p>
                <p className="text-muted">{t('chains:connecting.blank')}</p>
              </>
            ) : (
              <>
                <StateMark state={state} className="text-14" />
                <p className="text-muted">{state.explanation}</p>
              </>
            )}
            {evidence && !alone ? (
              <>
                <ProgressBar
                  label={t('chains:connecting.progress')}
                  done={evidence.height}
                  total={best > 0 ? best : null}
                  unit={t('chains:connecting.unit')}
                />
                <p className="text-12 text-muted">
                  <Trans
                    i18nKey="chains:connecting.peers"
                    count={evidence.peers}
                    components={{ block: <TipLink height={evidence.height} /> }}
                  />
                </p>
              </>
            ) : null}
            <TrustedHistory />
            {alone ? <Nobody chain={chain} waited={waited} /> : null}
          </div>
        </Card>
        <Card title={t('chains:connecting.backup')}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <p className="min-w-0 grow basis-64 text-muted">{t('chains:connecting.backupHint')}</p>
            <Button asChild>
              <Link to="/wallet" search={{ tab: 'keys', restore: 'words' }}>
                {t('chains:connecting.restoreWords')}
              </Link>
            </Button>
            <Button asChild>
              <Link to="/wallet" search={{ tab: 'keys', restore: true }}>
                {t('chains:connecting.restore')}
              </Link>
            </Button>
          </div>
        </Card>
      </div>
      <HomeButton />
    </div>
  )
}

/** Lists reasons why no node responds, most likely first. */
function Nobody({ chain, waited }: { readonly chain: ListedChain; readonly waited: number }) {
  if (waited < PATIENCE_S && chain.peers.length > 0) {
    return (
      <p role="status" className="text-12 text-muted">
        {t('chains:connecting.calling', { count: chain.peers.length, duration: formatDuration(waited) })}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-3 border-t pt-3">
      <p className="font-medium">{t('chains:connecting.nobody')}</p>
      {isLive(chain) ? <PublicNodes chain={chain} waited={waited} /> : <InvitedTo chain={chain} />}
      <OtherNode port={chain.p2pport} />
      <p className="text-12 text-muted">{t('chains:connecting.keepsTrying')}</p>
    </div>
  )
}

/** Returns true if the chain was joined from the gallery. In that case no sender of an invitation could help. */
const isLive = ({ name, peers }: ListedChain): boolean =>
  peers.length > 0 && useLiveList.getState().chains.some((chain) => chain.name === name)

/** Lists the addresses tried for a public chain, and what to check on this computer. */
function PublicNodes({ chain, waited }: { readonly chain: ListedChain; readonly waited: number }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
      <li>
        <Trans
          i18nKey="chains:connecting.tried"
          values={{ duration: formatDuration(waited) }}
          components={{ peers: <span className="font-mono text-12 text-text">{chain.peers.join(', ')}</span> }}
        />
      </li>
      <li>{t('chains:connecting.internet')}</li>
      <li>{t('chains:connecting.outgoing', { port: chain.p2pport })}</li>
      <li>{t('chains:connecting.oldList')}</li>
    </ul>
  )
}

/** Lists what to check with the sender of the invitation. */
function InvitedTo({ chain }: { readonly chain: ListedChain }) {
  const { developer } = useDisplayStyle()
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
      {chain.peers.length === 0 ? (
        <li>{t('chains:connecting.noAddress')}</li>
      ) : (
        <li>
          <Trans
            i18nKey="chains:connecting.askSender"
            components={{
              peers: <span className="font-mono text-12 text-text">{chain.peers.slice(0, 3).join(', ')}</span>,
            }}
          />
        </li>
      )}
      <li>{t('chains:connecting.forward', { port: chain.p2pport })}</li>
      <li>{t('chains:connecting.firewall')}</li>
      {developer ? (
        <li>
          <Trans
            i18nKey="chains:connecting.magic"
            components={{ magic: <span className="font-mono text-12 text-text">{chain.magic}</span> }}
          />
        </li>
      ) : null}
    </ul>
  )
}

/** Adds another node to connect to, kept while the node runs. */
function OtherNode({ port }: { readonly port: number }) {
  const [said, setSaid] = useState<string>()
  const add = useRpcMutation('addnode')
  const { register, problem, reset, busy, onSubmit } = useForm({ defaultValues: { node: '' } })
  const submit = onSubmit(async (values) => {
    const node = values.node.trim()
    try {
      await add.mutateAsync({ node, command: 'add' })
      reset()
      setSaid(t('chains:connecting.added', { node }))
    } catch (error) {
      const known = error instanceof RpcError && error.code === RPC_ERROR.NODE_ALREADY_ADDED
      setSaid(known ? t('chains:connecting.known') : describeError(error).title)
    }
  })
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label={t('chains:connecting.other')} error={problem('node')} className="flex-1">
        <Input {...register('node', { validate: nodeProblem })} mono placeholder={`203.0.113.9:${port}`} />
      </Field>
      <Button type="submit" busy={busy}>
        {t('chains:connecting.call')}
      </Button>
      <p role="status" className="basis-40 pb-1.5 text-12 text-muted">
        {said}
      </p>
    </form>
  )
}
