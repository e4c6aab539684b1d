import { MAX_TOKEN_DESCRIPTION, MAX_TOKEN_NAME } from '#shared/protocol/contractRules.ts'
import { emptyTokenDraft, type TokenDraft, useUi } from '../../../components/uiStore.ts'
import { type Form, useForm } from '../../../components/useForm.ts'
import type { Purse } from '../../../components/useSpendableFunds.ts'
import { t } from '../../../i18n/texts.ts'
import { useCoinName } from '../../../node/coin.ts'
import { ConfirmNote } from '../../../tasks/ConfirmNote.tsx'
import type { ConfirmationFlow } from '../../../tasks/useConfirmation.ts'
import { useFormCost } from '../../../tasks/useFormCost.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/Field.tsx'
import { groupDigits, plainAmount, utf8Length } from '../../../ui/format.ts'
import { checkDraft, draftUnits, type TokenRequest, unitsText } from '../draft.ts'
import { BuildFailure } from '../move/BuildFailure.tsx'
import { ByteCounter } from './ByteCounter.tsx'
import { KindChoice } from './KindChoice.tsx'
import { NftFields } from './NftFields.tsx'
import { Preview } from './Preview.tsx'
import { tokenResolver } from './tokenResolver.ts'

export interface CreateFormProps {
  readonly coin: string
  /** undefined while unknown */
  readonly purse: Purse | undefined
  /** address of the token key */
  readonly address: string | undefined
  readonly flow: ConfirmationFlow<TokenRequest>
}

export function CreateForm({ coin, purse, address, flow }: CreateFormProps) {
  const { tokenDraft, setTokenDraft } = useUi()
  const spendable = purse?.spendable
  const name = useCoinName()
  const form = useForm<TokenDraft>({
    defaultValues: tokenDraft,
    resolver: tokenResolver(spendable, name),
    keep: setTokenDraft,
  })
  const draft = form.values

  const checked = checkDraft(draft, spendable, name)
  const cost = useFormCost(flow, checked.ok ? checked.request : undefined)
  const submit = form.onSubmit((values) => {
    const check = checkDraft(values, spendable, name)
    if (check.ok) flow.start(check.request)
  })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_300px] max-[1079px]:grid-cols-[minmax(0,1fr)_264px] max-[859px]:grid-cols-1 items-start gap-4">
      <Card title={t('tokens:form.title')}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <KindChoice value={draft.kind} onChange={(kind) => form.set('kind', kind)} />
          <Field
            label={t('tokens:form.name')}
            hint={t('tokens:form.nameHint')}
            error={form.problem('name')}
            aside={<ByteCounter used={utf8Length(draft.name)} limit={MAX_TOKEN_NAME} />}
          >
            <Input {...form.register('name')} placeholder={t('tokens:form.namePlaceholder')} autoFocus />
          </Field>
          {draft.kind === 'fungible' ? <SupplyField form={form} draft={draft} coin={coin} /> : null}
          <Field
            label={t('tokens:form.description')}
            optional
            error={form.problem('description')}
            aside={<ByteCounter used={utf8Length(draft.description)} limit={MAX_TOKEN_DESCRIPTION} />}
          >
            <Textarea
              {...form.register('description')}
              rows={3}
              placeholder={t('tokens:form.descriptionPlaceholder')}
            />
          </Field>
          {draft.kind === 'nft' ? <NftFields form={form} draft={draft} /> : null}
          <BuildFailure error={flow.error} />
          <ConfirmNote flow={flow} coin={coin} />
          <div className="flex items-center gap-3 border-t pt-4">
            <Button type="submit" variant="primary" busy={flow.busy}>
              {t('tokens:form.review')}
            </Button>
            <Button variant="ghost" onClick={() => form.reset(emptyTokenDraft)}>
              {t('tokens:form.clear')}
            </Button>
            <p className="text-12 text-muted">{t('tokens:form.nothingYet')}</p>
          </div>
        </form>
      </Card>
      <Preview draft={draft} coin={coin} purse={purse} address={address} cost={cost} />
    </div>
  )
}

interface SupplyFieldProps {
  readonly form: Form<TokenDraft>
  readonly draft: TokenDraft
  readonly coin: string
}

function SupplyField({ form, draft, coin }: SupplyFieldProps) {
  const name = useCoinName()
  const units = draftUnits(draft)
  const meaning =
    units === undefined || units === 0n
      ? t('tokens:form.eachLocks', { amount: plainAmount(1n), coin })
      : t('tokens:form.locks', { units: unitsText(units), amount: plainAmount(units), coin })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_168px] gap-x-3 gap-y-1">
      <Field label={t('tokens:form.supply')} error={form.problem('supply')}>
        <Input {...form.register('supply')} inputMode="decimal" placeholder={groupDigits(1000)} />
      </Field>
      <Field label={t('tokens:form.in')}>
        <Select {...form.register('supplyUnit', { deps: 'supply' })}>
          <option value="units">{t('tokens:form.inUnits')}</option>
          <option value="coins">{t('tokens:form.inCoins', { coin: name })}</option>
        </Select>
      </Field>
      <p aria-live="polite" className="col-span-2 text-12 text-muted">
        {meaning}
      </p>
    </div>
  )
}
