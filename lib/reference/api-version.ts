/** The interface's release number: in every API answer and in the OpenAPI document. */
export const apiVersion = "2.0.5";
