declare module '@mixmark-io/domino' {
  const domino: { readonly createDocument: (html: string, force?: boolean) => Document }
  export default domino
}
