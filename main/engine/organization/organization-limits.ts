/** The limits of the service for the organization's texts, in code points. No answer of the server contains them. */
export const maxName = 40
export const maxDescription = 1000
