import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_PAYMENT_TEXT_LENGTH, writePaymentUri } from '../../../../components/people/paymentUri.ts'
import { t } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { CodeBlock } from '../../../../ui/CodeBlock.tsx'
import { CoinInput } from '../../../../ui/CoinInput.tsx'
import { CopyButton } from '../../../../ui/CopyButton.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field, Input } from '../../../../ui/Field.tsx'
import { coinUnit, plainAmount, readAmountField } from '../../../../ui/format.ts'
import { QrCode } from '../../../../ui/QrCode.tsx'
import { saveQrPicture } from '../../../../ui/qrPicture.ts'
import { toast } from '../../../../ui/toasts.ts'

/** Example amount in satoshis. */
const EXAMPLE = 150_000_000n

export interface RequestProps {
  readonly address: string
  /** label of the address, used as the payee's name */
  readonly label: string
  /** name of the chain, from which the URI scheme is derived */
  readonly coin: string
  /** public key for tokens in hex, or empty without a key */
  readonly tokenKey: string
}

/** Dialog that encodes amount, label and message as a link and a QR code for the payer's wallet. */
export function RequestDialog({ address, label: known, coin, tokenKey, onClose }: RequestProps & { onClose(): void }) {
  const [amount, setAmount] = useState('')
  const [label, setLabel] = useState(known)
  const [message, setMessage] = useState('')
  const asked = amount.trim() === '' ? 0n : readAmountField(amount)
  const problem = asked === undefined || (asked === 0n && amount.trim() !== '')
  const uri = writePaymentUri({ coin, address, amount: asked ?? 0n, label, message, key: tokenKey })
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('people:request.title')}
      description={t('people:request.what')}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_232px] items-start gap-5 pt-1 max-[719px]:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <Field
            label={t('people:request.amount')}
            optional
            error={problem ? t('people:request.badAmount', { example: plainAmount(EXAMPLE) }) : undefined}
          >
            <CoinInput value={amount} onChange={({ target }) => setAmount(target.value)} coin={coinUnit(coin)} />
          </Field>
          <Field label={t('people:request.label')} optional hint={t('people:request.labelHint')}>
            <Input
              value={label}
              maxLength={MAX_PAYMENT_TEXT_LENGTH}
              onChange={({ target }) => setLabel(target.value)}
            />
          </Field>
          <Field label={t('people:request.message')} optional>
            <Input
              value={message}
              maxLength={MAX_PAYMENT_TEXT_LENGTH}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
          <CodeBlock text={uri} label={t('people:request.link')} wrap />
        </div>
        <div className="flex flex-col items-center gap-3">
          <QrCode text={uri} label={t('people:request.code', { address })} size={232} />
          <div className="flex w-full flex-col gap-2">
            <CopyButton text={uri} label={t('people:request.copy')} small={false}>
              {t('people:request.copy')}
            </CopyButton>
            <Button
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => void saveQrPicture(uri, `${coin}-request.png`).catch(notSaved)}
            >
              {t('people:request.save')}
            </Button>
            {'share' in navigator ? (
              <Button
                icon={<Share2 aria-hidden className="size-4" />}
                // Closing the system's share dialog without a choice is not a failure.
                onClick={() => void navigator.share({ text: uri }).catch(() => {})}
              >
                {t('people:request.share')}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
    </Dialog>
  )
}

const notSaved = () => toast({ tone: 'bad', title: t('people:request.notSaved') })
