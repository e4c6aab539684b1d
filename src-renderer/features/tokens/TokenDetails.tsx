import { MAX_TOKEN_DESCRIPTION } from '#shared/protocol/contractRules.ts'
import { bytesToHex, hexToBytes } from '#shared/protocol/hex.ts'
import { type NftProperties, nftLink, readNftProperties } from '#shared/protocol/nftData.ts'
import { NftLink } from '../../components/nft/NftLink.tsx'
import { KnownHash } from '../../components/people/KnownHash.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useRpc } from '../../node/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatBytes, groupDigits, plainAmount } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { TokenInfo } from './useTokens.ts'

export interface TokenDetailsProps {
  readonly tokenid: string
  /** result of tokeninfo, or the known values of a token whose creation is unconfirmed */
  readonly token: Pick<TokenInfo, 'name' | 'owner' | 'supply' | 'description' | 'data' | 'sourceChain'>
  readonly units: bigint | undefined
}

export function TokenDetails({ tokenid, token, units }: TokenDetailsProps) {
  const { data: info } = useRpc('getinfo', {})
  const coin = useCoinUnit()
  const link = nftLink(token.data)
  return (
    <>
      <FactList
        facts={[
          {
            label: t('tokens:detail.balance'),
            value:
              units === undefined ? (
                <Skeleton className="ml-auto h-4 w-20" />
              ) : (
                <span className="font-semibold">{groupDigits(units)}</span>
              ),
          },
          {
            label: t('tokens:detail.supply'),
            value: (
              <>
                {groupDigits(token.supply)}
                <span className="block text-12 text-faint">
                  {t('tokens:detail.locks', { amount: plainAmount(token.supply), coin })}
                </span>
              </>
            ),
          },
          {
            label: t('tokens:detail.creator'),
            value: (
              <span className="inline-flex items-center gap-2">
                {token.owner === info?.pubkey ? (
                  <>
                    <Badge tone="accent">{t('tokens:you')}</Badge>
                    <Hash value={token.owner} label={t('tokens:creatorKey')} />
                  </>
                ) : (
                  <KnownHash value={token.owner} label={t('tokens:creatorKey')} />
                )}
              </span>
            ),
          },
          {
            label: t('tokens:detail.kind'),
            value: token.data === undefined ? t('tokens:detail.fungible') : t('tokens:detail.nft'),
          },
          ...(token.sourceChain === undefined
            ? []
            : [{ label: t('tokens:detail.source'), value: <SafeText text={token.sourceChain} max={64} /> }]),
        ]}
      />
      <section>
        <h3 className="mb-1 font-semibold">{t('tokens:detail.description')}</h3>
        <ScrollRegion label={t('tokens:detail.description')} className="max-h-40 text-muted">
          <SafeText
            text={token.description}
            max={MAX_TOKEN_DESCRIPTION}
            multiline
            empty={t('tokens:detail.noDescription')}
          />
        </ScrollRegion>
      </section>
      {link === undefined ? null : <NftLink key={tokenid} tokenid={tokenid} name={token.name} link={link} />}
      {token.data === undefined ? null : <NftData data={token.data} />}
    </>
  )
}

/** Shows the bytes in hex, and as text if they are readable. */
function NftData({ data }: { readonly data: string }) {
  const bytes = hexToBytes(data)
  const properties = readNftProperties(data)
  const text = properties ? undefined : readText(bytes.subarray(1))
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">
        {t('tokens:detail.data')}{' '}
        <span className="ml-1 font-normal text-12 text-faint">{formatBytes(bytes.length)}</span>
      </h3>
      {text ? (
        <p className="rounded-md border bg-sunken p-2.5">
          <SafeText text={text} max={2000} multiline />
        </p>
      ) : null}
      {properties ? <Properties properties={properties} /> : null}
      <CodeBlock text={data} label={t('tokens:detail.dataHex')} wrap />
      <p className="text-12 text-muted">
        <Trans
          i18nKey={properties ? 'tokens:detail.codeProperties' : text ? 'tokens:detail.codeText' : 'tokens:detail.code'}
          components={{ code: <code className="font-mono">{data.slice(0, 2)}</code> }}
        />
      </p>
    </section>
  )
}

/** Shows the properties in the data except the link, which is shown above. */
function Properties({ properties: { id, royalty, arbitrary } }: { readonly properties: NftProperties }) {
  const text = arbitrary && (readText(arbitrary) ?? bytesToHex(arbitrary))
  const facts = [
    ...(id === undefined ? [] : [{ label: t('tokens:detail.number'), value: groupDigits(id) }]),
    ...(royalty === undefined
      ? []
      : [{ label: t('tokens:detail.royalty'), value: t('tokens:detail.royaltyValue', { percent: royalty / 10 }) }]),
  ]
  return (
    <>
      {facts.length > 0 ? <FactList facts={facts} /> : null}
      {text ? (
        <p className="wrap-anywhere rounded-md border bg-sunken p-2.5">
          <SafeText text={text} max={2000} multiline />
        </p>
      ) : null}
    </>
  )
}

/** Returns undefined if the bytes are not readable text. */
function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const hidden = text.match(/[\p{Cc}\p{Cn}]/gu)?.length ?? 0
    return text.trim() !== '' && hidden * 5 < text.length ? text : undefined
  } catch {
    return undefined
  }
}
