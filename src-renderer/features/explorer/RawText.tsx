import { useState } from 'react'
import type { WindowInput } from '#shared/chains/index.ts'
import { parseJson } from '#shared/json.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpcText } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatBytes } from '../../ui/format.ts'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { VirtualText } from '../../ui/VirtualText.tsx'

/** Larger texts are loaded on demand, because megabytes of hex are rarely wanted. */
const SMALL_BYTES = 200_000
const HEIGHT_PX = 420

export interface RawTextProps<N extends 'getblock' | 'getrawtransaction'> {
  readonly method: N
  readonly input: WindowInput<N>
  readonly label: string
  readonly bytes: number
}

/** Shows the serialised bytes in hex. */
export function RawText<N extends 'getblock' | 'getrawtransaction'>(props: RawTextProps<N>) {
  const { method, input, label, bytes } = props
  const [wanted, setWanted] = useState(bytes <= SMALL_BYTES)
  const raw = useRpcText(method, input, { enabled: wanted, immutable: true })
  if (!wanted) {
    return (
      <div className="flex items-center gap-3 p-4 text-muted">
        {t('explorer:raw.size', { size: formatBytes(bytes) })}
        <Button size="sm" onClick={() => setWanted(true)}>
          {t('explorer:raw.load')}
        </Button>
      </div>
    )
  }
  if (raw.data === undefined) {
    return raw.error ? (
      <RpcErrorState error={raw.error} compact onRetry={() => void raw.refetch()} />
    ) : (
      <SkeletonLines lines={8} className="p-4" />
    )
  }
  const hex = String(parseJson(raw.data))
  return (
    <div className="relative rounded-md border bg-sunken">
      <VirtualText text={hex} label={label} className="p-2.5" maxHeight={HEIGHT_PX} fill />
      <div className="absolute top-1.5 right-3">
        <CopyButton text={hex} label={t('explorer:raw.copy', { label })} />
      </div>
    </div>
  )
}
