import { useQueries } from '@tanstack/react-query'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { InlineTokenMark } from '../../components/TokenMark.tsx'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { rpcKey, useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { groupDigits } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'

/** Maximum number of tokens whose balance is requested, the newest first. */
const MAX_TOKENS = 50

export interface TokensCardProps {
  readonly address: string
  readonly className?: string
}

/** Lists the tokens that the key of an address holds. */
export function TokensCard({ address, className }: TokensCardProps) {
  const held = useHeldTokens(address)
  return (
    <Card
      title={t('addresses:tokens.title')}
      className={className}
      bodyClassName="overflow-y-auto"
      source={<CallSource calls={[shownCall('tokensummary', {}), shownCall('getaddresskey', { place: address })]} />}
    >
      {held === undefined ? (
        <SkeletonLines lines={3} />
      ) : held.length === 0 ? (
        <p className="text-muted">{t('addresses:tokens.none')}</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {held.map(({ tokenid, name, units }) => (
            <li key={tokenid} className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate">
                <InlineTokenMark tokenid={tokenid} />
                <ChainLink to={{ kind: 'token', id: tokenid }}>
                  <SafeText text={name} max={40} />
                </ChainLink>
              </span>
              <span className="shrink-0 font-medium">{groupDigits(units)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/**
 * Returns the tokens that the key of an address holds, undefined while loading, or an empty list if the key is unknown
 * to the chain.
 */
function useHeldTokens(address: string) {
  const { client } = useNode()
  const key = useRpc('getaddresskey', { place: address })
  const tokens = useRpc('tokensummary', { limit: MAX_TOKENS })
  const pubkey = key.data?.pubkey ?? undefined
  const rows = pubkey === undefined ? [] : (tokens.data?.rows ?? [])
  const balances = useQueries({
    queries: rows.map(({ tokenid }) => {
      const input = { tokenid, pubkey }
      return {
        queryKey: rpcKey('tokenbalance', input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.call('tokenbalance', input, { signal }),
      }
    }),
  })
  if (key.isPending || tokens.isPending || balances.some(({ isPending }) => isPending)) return undefined
  return rows.flatMap(({ tokenid, name }, place) => {
    const answer = balances[place]?.data
    const units = answer && 'balance' in answer ? answer.balance : 0n
    return units > 0n ? [{ tokenid, name, units }] : []
  })
}
