import { type ReactNode, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import type { ChainDescription } from '../../node/chains.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { useDescription } from './form/useDescription.ts'
import { ShareText } from './Identity.tsx'
import { withPort } from './peers.ts'
import { useReach } from './reachStore.ts'

const isLoopback = (peer: string): boolean => /^(127\.|localhost:|\[::1\])/i.test(peer)

export interface SharePanelProps {
  readonly chain: ListedChain
  /** further content below the text */
  more?(description: ChainDescription): ReactNode
}

/** Shows the text that others need to join a chain, with the address to connect to. */
export function SharePanel({ chain, more }: SharePanelProps) {
  const remember = useReach((state) => state.remember)
  const [address, setAddress] = useState(() => useReach.getState().addresses[chain.id] ?? '')
  const own = address.trim()
  const peers = own === '' ? chain.peers : [withPort(own, chain.p2pport), ...chain.peers]
  const { description, lastGood, error, retry } = useDescription({ options: chain.options, peers })
  const problem = description?.problems.map(({ message }) => message).join('; ')
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={t('chains:reach.label')}
        optional={chain.peers.length > 0}
        error={own !== '' && problem ? t('chains:reach.wrong') : undefined}
        hint={t('chains:reach.shareHint')}
      >
        <Input
          mono
          value={address}
          placeholder="203.0.113.9"
          onChange={({ target }) => {
            setAddress(target.value)
            remember(chain.id, target.value)
          }}
        />
      </Field>
      {error && !lastGood ? (
        <RpcErrorState compact error={error} onRetry={retry} />
      ) : lastGood ? (
        <>
          <ShareText text={lastGood.sharetext} />
          {lastGood.peers.every(isLoopback) ? (
            <Note tone="neutral">{t(lastGood.peers.length === 0 ? 'chains:reach.none' : 'chains:reach.loopback')}</Note>
          ) : null}
          {more?.(lastGood)}
        </>
      ) : problem && own === '' ? (
        <p className="text-bad">{problem}</p>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </div>
  )
}
