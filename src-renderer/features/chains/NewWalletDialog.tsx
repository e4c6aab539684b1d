import { useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { describeError } from '../../components/describeError.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpcMutation } from '../../node/queries.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { ReviewSheet } from '../../ui/ReviewSheet.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { toast } from '../../ui/toasts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import type { AnewWords } from './walletProblem.ts'

interface NewWalletDialogProps {
  readonly chain: ListedChain
  readonly words: AnewWords
  onClose(): void
}

/**
 * Starts the chain with a new wallet instead of its own. Explains the consequences and requires typing the chain's
 * name.
 */
export function NewWalletDialog({ chain, words, onClose }: NewWalletDialogProps) {
  const [typed, setTyped] = useState('')
  const begin = useRpcMutation('newwallet', {
    onSuccess: onClose,
    onError(error) {
      toast({ tone: 'bad', title: t('start:notStarted'), detail: describeError(error).title })
      onClose()
    },
  })
  return (
    <ReviewSheet
      open
      danger
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('start:newWallet.confirm', { title: words.title })}
      confirmLabel={words.action}
      busy={begin.isPending}
      blocked={typed.trim() === chain.name ? undefined : t('start:typeToGoOn', { name: visibleString(chain.name, 40) })}
      onConfirm={() => begin.mutate({ id: chain.id, name: typed.trim() })}
    >
      <div className="flex flex-col gap-3">
        <Note>{words.consequence}</Note>
        <p>{t('start:newWallet.kept')}</p>
        <Field
          label={
            <Trans
              i18nKey="start:typeName"
              components={{ name: <SafeText text={chain.name} max={64} className="font-mono" /> }}
            />
          }
        >
          <Input mono value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      </div>
    </ReviewSheet>
  )
}
